import type { ReactNode } from 'react';
import { classNames } from '../hooks/class-names';
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
