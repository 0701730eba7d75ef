import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { CopyButton } from '../form/copy-button';
import { classNames } from '../hooks/class-names';
import { ClockIcon, LockIcon } from '../icons/icons';
import { ErrorIcon } from '../icons/more-icons';
import styles from './error-notice.module.css';

export interface ErrorFacts {
  operation?: string | null;
  code?: number | string | null;
  message?: string | null;
  traceId?: string | null;
  /** HTTP status, where it tells more than the code. */
  status?: number | null;
}

export interface ErrorNoticeProps extends ErrorFacts {
  title: string;
  /** What happened. */
  happened: ReactNode;
  /** What it means for the person's data. */
  means?: ReactNode;
  /** What to do. */
  todo?: ReactNode;
  /** `refused` for a key or right that is lacking, `retrying` while nothing is final yet, else a failure. */
  look?: 'failed' | 'refused' | 'retrying';
  /** Buttons that do what the text advises. */
  actions?: ReactNode;
}

const icons = { failed: ErrorIcon, refused: LockIcon, retrying: ClockIcon };

/** An error: what happened, what it means for one's data, what to do; with the facts to copy. */
export function ErrorNotice(props: ErrorNoticeProps) {
  const { title, happened, means, todo, look = 'failed', actions } = props;
  const t = useTranslations('common');
  const facts: [string, string][] = [];
  const add = (name: string, value: string | number | null | undefined) => {
    if (value !== undefined && value !== null && value !== '') facts.push([name, String(value)]);
  };
  add(t('operation'), props.operation);
  add(t('code'), props.code);
  // 200 is what every answer of the platform has, also a refusal (section 7): it tells nothing.
  add(t('status'), props.status === 200 ? null : props.status);
  add(t('message'), props.message);
  add(t('trace'), props.traceId);
  const Icon = icons[look];
  return (
    <section
      role={look === 'retrying' ? 'status' : 'alert'}
      aria-label={title}
      className={classNames(styles.notice, look === 'retrying' && styles.retrying)}
    >
      <span className={styles.icon}>
        <Icon size={18} />
      </span>
      <div className={styles.body}>
        <div className={styles.title}>{title}</div>
        <p>{happened}</p>
        {means ? <p>{means}</p> : null}
        {todo ? <p className={styles.todo}>{todo}</p> : null}
        {facts.length > 0 ? (
          <dl className={styles.facts}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        <div className={styles.actions}>
          {actions}
          <CopyButton
            showLabel
            size="normal"
            label={t('copyDetails')}
            text={() => [title, ...facts.map(([name, value]) => `${name}: ${value}`)].join('\n')}
          />
        </div>
      </div>
    </section>
  );
}
