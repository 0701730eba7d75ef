import type { ComponentType } from 'react';
import type { FieldKind } from '../../contract/field-kinds';
import type { Id } from '../../contract/ids';
import { FileIcon } from '../../ui/icons/icons';
import styles from './cells.module.css';
import { type CellContent, type CellPart, cellKinds } from './kinds';

/** Draws a file by its id, with more than a cell knows of it; `label` is what the cell knows. */
export type FileView = ComponentType<{ id: Id; label: string }>;

interface CellViewProps {
  content: CellContent;
  /** Without it a file is a sign and what the cell knows. */
  FileView?: FileView | null;
}

/** The content of a cell outside of the grid. */
export function CellView({ content, FileView = null }: CellViewProps) {
  if (typeof content === 'string') return content;
  // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own, and may be the same
  return content.map((part, place) => <Part key={place} part={part} FileView={FileView} />);
}

function Part({ part, FileView }: { part: CellPart; FileView: FileView | null }) {
  const { text, look, title, initial, file } = part;
  if (look === null) return text;
  // A sign without a text has its title for a name.
  if (text === '' && title !== undefined)
    return <span role="img" aria-label={title} title={title} className={styles[look]} />;
  if (FileView && file !== undefined) {
    return (
      <span className={styles[look]} data-file={file}>
        <FileView id={file} label={text} />
      </span>
    );
  }
  return (
    <span className={styles[look]} title={title} data-file={file}>
      {initial === undefined ? null : (
        <span className={styles.initial} aria-hidden="true">
          {initial}
        </span>
      )}
      {look === 'file' ? <FileIcon size={13} /> : null}
      {text}
    </span>
  );
}

/** The sign of a kind; decoration beside its name. */
export function KindIcon({ kind, size = 12 }: { kind: FieldKind; size?: number }) {
  const { icon: Sign } = cellKinds[kind];
  return <Sign size={size} />;
}
