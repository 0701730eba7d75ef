import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  icon?: ReactNode;
  /** What is (not) there. */
  title: string;
  /** Why, and what to do. */
  text?: ReactNode;
  actions?: ReactNode;
  /** It is all that the page has: its title is the page’s heading. */
  heading?: boolean;
}

/** A place with nothing in it says why, and what to do next. */
export function EmptyState({ icon, title, text, actions, heading = false }: EmptyStateProps) {
  const Title = heading ? 'h1' : 'div';
  return (
    <div className={styles.empty}>
      {icon ? <span className={styles.icon}>{icon}</span> : null}
      <Title className={styles.title}>{title}</Title>
      {text ? <div className={styles.text}>{text}</div> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
