import { FileIcon } from '../../ui/icons';
import type { CellContent } from './cell-content';
import styles from './cells.module.css';

/** The content of a cell outside of the grid. */
export function CellView({ content }: { content: CellContent }) {
  if (typeof content === 'string') return content;
  return content.map(({ text, look, title, initial }, place) =>
    look === null ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own, and may be the same
      <span key={place} className={styles[look]} title={title}>
        {initial === undefined ? null : (
          <span className={styles.initial} aria-hidden="true">
            {initial}
          </span>
        )}
        {look === 'file' ? <FileIcon size={13} /> : null}
        {text}
      </span>
    ),
  );
}
