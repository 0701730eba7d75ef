import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../hooks/class-names';
import styles from './card.module.css';

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  /** Heading of the card; it names the region. */
  title?: ReactNode;
  /** Quiet text after the heading. */
  note?: ReactNode;
  /** Controls at the end of the heading. */
  actions?: ReactNode;
  /** Content from edge to edge (tables, lists); else it is padded. */
  flush?: boolean;
}

/** A panel on the page, with or without heading. */
export function Card({ title, note, actions, flush, className, children, ...rest }: CardProps) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={title && !rest['aria-label'] ? headingId : undefined}
      {...rest}
      className={classNames(styles.card, className)}
    >
      {title || actions ? (
        <header className={styles.header}>
          <h2 id={headingId} className={styles.title}>
            {title}
          </h2>
          {note ? <span className={styles.note}>{note}</span> : null}
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </header>
      ) : null}
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
