import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { operationDocs } from '../../contract/operation-docs';
import { type Operation, type OperationName, operations } from '../../contract/operations';
import { Badge } from '../../ui/display/badge';
import { TimeText } from '../../ui/display/time-text';
import { IconButton } from '../../ui/form/button';
import { TrashIcon } from '../../ui/icons/later-icons';
import { byHand, paths } from '../../url/paths';
import styles from './operation-list.module.css';
import type { RecentCall } from './recent-calls';
import { judge } from './reply';
import type { FormStart } from './request-form';

const rows = Object.entries(operations) as [OperationName, Operation<unknown, unknown>][];

interface OperationListProps {
  env: string;
  chosen: FormStart;
}

/** The table of operations, each with its description from the contract. */
export function OperationList({ env, chosen }: OperationListProps) {
  const t = useTranslations('explorer');
  return (
    <nav aria-label={t('operations')} className={styles.part}>
      <h2 className={styles.heading}>{t('operations')}</h2>
      <ul>
        {rows.map(([name, { method, path, write }]) => (
          <li key={name}>
            <Link
              to={paths.explorer({ env }, { operation: name })}
              aria-current={name === chosen ? 'page' : undefined}
              className={styles.item}
            >
              <span className={styles.line}>
                <span className={styles.name}>{name}</span>
                {write ? <Badge tone="staged">{t('writes')}</Badge> : null}
                {operationDocs[name].optional ? <Badge>{t('optional')}</Badge> : null}
                <span className={styles.section}>{operationDocs[name].section}</span>
              </span>
              <span className={styles.path} title={path}>
                {method} {path.replace('/openapi/v1', '')}
              </span>
            </Link>
          </li>
        ))}
        <li>
          <Link
            to={paths.explorer({ env }, { operation: byHand })}
            aria-current={chosen === byHand ? 'page' : undefined}
            className={styles.item}
          >
            <span className={styles.line}>
              <span className={styles.name}>{t('byHand')}</span>
            </span>
            <span className={styles.words}>{t('byHandText')}</span>
          </Link>
        </li>
      </ul>
    </nav>
  );
}

interface RecentListProps {
  calls: readonly RecentCall[];
  shown: RecentCall | null;
  onChoose: (call: RecentCall) => void;
  onForget: () => void;
}

/** The calls made here, newest first; choosing one fills its form and shows its reply. */
export function RecentList({ calls, shown, onChoose, onForget }: RecentListProps) {
  const t = useTranslations('explorer');
  if (calls.length === 0) return null;
  return (
    <section aria-label={t('recent')} className={styles.part}>
      <h2 className={styles.heading}>
        {t('recent')} <span>{t('recentText')}</span>
        <IconButton size="small" label={t('forgetRecent')} icon={<TrashIcon size={14} />} onClick={onForget} />
      </h2>
      <ul>
        {calls.map((call) => (
          <li key={call.id}>
            <button
              type="button"
              className={styles.item}
              aria-pressed={call.id === shown?.id}
              onClick={() => onChoose(call)}
            >
              <span className={styles.line}>
                <span className={styles.name}>{call.start === byHand ? call.call : call.start}</span>
              </span>
              <span className={styles.line}>
                <TimeText at={call.at} />
                <ResultBadge call={call} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ResultBadge({ call: { result } }: { call: RecentCall }) {
  const t = useTranslations('explorer');
  if ('stopped' in result) return <Badge>{t('stoppedTitle')}</Badge>;
  if ('error' in result) return <Badge tone="unknown">{t('noAnswer')}</Badge>;
  const judgement = judge(result.reply);
  return <Badge tone={judgement === 'success' ? 'good' : 'bad'}>{t(`judgement.${judgement}`)}</Badge>;
}
