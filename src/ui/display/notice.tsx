import type { ReactNode } from 'react';
import { classNames } from '../hooks/class-names';
import { InfoIcon, WarningIcon } from '../icons/icons';
import emptyStyles from './empty-state.module.css';
import styles from './notice.module.css';

interface NoticeProps {
  tone?: 'neutral' | 'staged' | 'bad' | 'good' | 'unknown';
  /** Runs from edge to edge above what it is about, or `below` it, instead of standing in the page. */
  strip?: boolean | 'below';
  title?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** Something to know about what is on the page; not an error. */
export function Notice({ tone = 'neutral', strip, title, actions, children }: NoticeProps) {
  return (
    <div
      role="status"
      className={classNames(styles.notice, styles[tone], strip && styles.strip, strip === 'below' && styles.below)}
    >
      {tone === 'neutral' || tone === 'good' ? <InfoIcon /> : <WarningIcon />}
      <div className={styles.text}>
        {title ? <b>{title}</b> : null}
        {children}
      </div>
      {actions}
    </div>
  );
}

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

/** An empty place explains why, and what to do next. */
export function EmptyState({ icon, title, text, actions, heading = false }: EmptyStateProps) {
  const Title = heading ? 'h1' : 'div';
  return (
    <div className={emptyStyles.empty}>
      {icon ? <span className={emptyStyles.icon}>{icon}</span> : null}
      <Title className={emptyStyles.title}>{title}</Title>
      {text ? <div className={emptyStyles.text}>{text}</div> : null}
      {actions ? <div className={emptyStyles.actions}>{actions}</div> : null}
    </div>
  );
}
