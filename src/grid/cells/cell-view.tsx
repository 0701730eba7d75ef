import type { FieldKind } from '../../contract/field-kinds';
import { FileIcon } from '../../ui/icons/icons';
import styles from './cells.module.css';
import { type CellContent, type CellPart, cellKinds } from './kinds';

/** The content of a cell outside of the grid. */
export function CellView({ content }: { content: CellContent }) {
  if (typeof content === 'string') return content;
  // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own, and may be the same
  return content.map((part, place) => <Part key={place} part={part} />);
}

function Part({ part }: { part: CellPart }) {
  const { text, look, title, initial } = part;
  if (look === null) return text;
  // A sign without a text has its title for a name.
  if (text === '' && title !== undefined)
    return <span role="img" aria-label={title} title={title} className={styles[look]} />;
  return (
    <span className={styles[look]} title={title}>
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
