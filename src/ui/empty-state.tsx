import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  icon?: ReactNode;
  /** What is (not) there. */
  title: string;
  /** Why, and what to do. */
  text?: ReactNode;
  actions?: ReactNode;
}

/** A place with nothing in it says why, and what to do next. */
export function EmptyState({ icon, title, text, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon ? <span className={styles.icon}>{icon}</span> : null}
      <div className={styles.title}>{title}</div>
      {text ? <div className={styles.text}>{text}</div> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
