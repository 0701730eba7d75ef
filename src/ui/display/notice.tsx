import type { ReactNode } from 'react';
import { classNames } from '../hooks/class-names';
import { WarningIcon } from '../icons/icons';
import { InfoIcon } from '../icons/later-icons';
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
