import { FileIcon } from '../../ui/icons/icons';
import { type CellContent, type CellPart, isSign } from './cell-content';
import styles from './cells.module.css';

/** The content of a cell outside of the grid. */
export function CellView({ content }: { content: CellContent }) {
  if (typeof content === 'string') return content;
  // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own, and may be the same
  return content.map((part, place) => <Part key={place} part={part} />);
}

function Part({ part }: { part: CellPart }) {
  const { text, look, title, initial } = part;
  if (look === null) return text;
  if (isSign(part)) return <span role="img" aria-label={title} title={title} className={styles[look]} />;
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
