import { Link, useLocation, useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Client } from '../../api/wire/client';
import { useFailingWalk } from '../../api/wire/query-client';
import { ApiError, knownCodes } from '../../contract/errors';
import { ApiErrorNotice } from '../../ui/display/api-error-notice';
import { EmptyState, Notice } from '../../ui/display/notice';
import { RetryingNotice, StaleNotice } from '../../ui/display/retrying-notice';
import { Button, buttonClass } from '../../ui/form/button';
import { focusWhenFree } from '../../ui/hooks/focus-when-free';
import { FilterIcon, TableIcon } from '../../ui/icons/icons';
import { paths } from '../../url/paths';
import styles from './grid-area.module.css';
import type { RecordPages } from './rows/use-record-pages';

type Read = Pick<RecordPages, 'error' | 'failing' | 'loading' | 'retry'>;

/** In place of the rows: nothing was read, and why; while it is tried again, when. */
export function FailedState({ pages: { error, failing, retry } }: { pages: Read }) {
  return (
    <div className={styles.state}>
      {failing ? (
        <RetryingNotice failing={failing} />
      ) : (
        <ApiErrorNotice error={error} onRetry={retry} actions={<WayOut error={error} />} />
      )}
    </div>
  );
}

/** Below the rows, which are those read before: a read failed, of the rows or of all that are counted, exported or searched. */
export function ReadStrip({ client, pages }: { client: Client; pages: Read }) {
  const t = useTranslations('records');
  const walk = useFailingWalk(client);
  const { error, failing, loading, retry } = pages;
  if (failing) return <RetryingNotice failing={failing} look="below" />;
  if (!error || loading) return <RetryingNotice failing={walk} look="below" />;
  return (
    <StaleNotice strip="below" title={t('keptRows')} error={error} onRetry={retry} actions={<WayOut error={error} />} />
  );
}

/** What else helps with an error: connecting again if the key was refused, another table if this one was deleted. */
function WayOut({ error }: { error: unknown }) {
  const t = useTranslations('records');
  const { env = '', space = '' } = useParams();
  const { pathname, search } = useLocation();
  if (!(error instanceof ApiError)) return null;
  if (error.code === knownCodes.authenticationFailed) {
    return (
      <Link
        className={buttonClass({ kind: 'primary' })}
        to={paths.connect({ environment: env, next: pathname + search })}
      >
        {t('connect')}
      </Link>
    );
  }
  if (error.code === knownCodes.gone) {
    return (
      <Link className={buttonClass()} to={paths.tables({ env, space, type: 'ext' })}>
        {t('otherTables')}
      </Link>
    );
  }
  return null;
}

/** The cell that had the focus may be gone with the rows. */
function focusIfFree(button: HTMLElement | null) {
  if (button) return focusWhenFree(() => button.focus());
}

/** In place of the rows: no row matches the query, or the table is empty. */
export function NoRowsState({
  filtered,
  onClear,
  onRefresh,
  onCreate,
}: {
  filtered: boolean;
  onClear(): void;
  onRefresh(): void;
  /** Begins a new record; null where the table takes none. */
  onCreate: (() => void) | null;
}) {
  const t = useTranslations('records');
  return (
    <div className={styles.state}>
      {filtered ? (
        <EmptyState
          icon={<FilterIcon size={24} />}
          title={t('nothingMatches')}
          text={t('nothingMatchesText')}
          actions={
            <Button ref={focusIfFree} kind="primary" onClick={onClear}>
              {t('clearFilter')}
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={<TableIcon size={24} />}
          title={t('emptyTable')}
          text={t('emptyTableText')}
          actions={
            <>
              <Button onClick={onRefresh}>{t('refresh')}</Button>
              {onCreate ? <Button onClick={onCreate}>{t('newRecord')}</Button> : null}
            </>
          }
        />
      )}
    </div>
  );
}

/** The rows navigated to do not exist. @param from the first row, from 0, after the end */
export function PastEndStrip({ from, onStart, onLast }: { from: number; onStart(): void; onLast(): void }) {
  const t = useTranslations('records');
  return (
    <Notice
      strip="below"
      tone="unknown"
      title={t('pastEnd')}
      actions={
        <>
          <Button size="small" onClick={onLast}>
            {t('lastRow')}
          </Button>
          <Button size="small" onClick={onStart}>
            {t('backToStart')}
          </Button>
        </>
      }
    >
      {' '}
      {t('pastEndText', { row: from + 1 })}
    </Notice>
  );
}
