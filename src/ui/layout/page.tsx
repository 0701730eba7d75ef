import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../hooks/class-names';
import cardStyles from './card.module.css';
import styles from './page.module.css';

interface PageProps {
  /** `page` scrolls as a whole and has air around; `fill` takes the height and leaves scrolling to its parts. */
  look?: 'page' | 'fill';
  className?: string;
  children: ReactNode;
}

/** The content area of the frame. */
export function Page({ look = 'page', className, children }: PageProps) {
  return <div className={classNames(styles[look], className)}>{children}</div>;
}

interface PageHeaderProps {
  title: ReactNode;
  /** Badges and ids after the title. */
  note?: ReactNode;
  /** One line below. */
  text?: ReactNode;
  actions?: ReactNode;
}

/** The heading of a page: what it is on the left, what one can do on the right. */
export function PageHeader({ title, note, text, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.names}>
        <div className={styles.line}>
          <h1 className={styles.title}>{title}</h1>
          {note}
        </div>
        {text ? <div className={styles.text}>{text}</div> : null}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </header>
  );
}

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
      className={classNames(cardStyles.card, className)}
    >
      {title || actions ? (
        <header className={cardStyles.header}>
          <h2 id={headingId} className={cardStyles.title}>
            {title}
          </h2>
          {note ? <span className={cardStyles.note}>{note}</span> : null}
          {actions ? <div className={cardStyles.actions}>{actions}</div> : null}
        </header>
      ) : null}
      <div className={flush ? cardStyles.flush : cardStyles.body}>{children}</div>
    </section>
  );
}
