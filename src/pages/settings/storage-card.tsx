import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { UnfinishedJobs, unfinishedJobs } from '../../jobs/ledger/unfinished-jobs';
import { deleteUnreadable } from '../../jobs/ledger/unreadable';
import { database } from '../../storage/database';
import { askToPersist } from '../../storage/storage-usage';
import { joinSentences } from '../../texts/join-sentences';
import { saveDatabase, saveUnreadable } from '../../transfer/out/unreadable-file';
import { DataTable } from '../../ui/display/data-table';
import { Notice } from '../../ui/display/notice';
import { useSizeText } from '../../ui/display/size-text';
import { Skeleton } from '../../ui/display/skeleton';
import { UnreadableNotice } from '../../ui/display/unreadable-notice';
import { Button } from '../../ui/form/button';
import { Card } from '../../ui/layout/card';
import { useConfirm } from '../../ui/overlay/confirm';
import { showToast } from '../../ui/overlay/toast';
import styles from './settings-page.module.css';
import {
  isOfOpenKey,
  jobsOfKeys,
  readStored,
  type Stored,
  type StoredKind,
  storedKinds,
  wipeAll,
  wipeColumns,
  wipeDrafts,
  wipeJobs,
  wipeKeys,
  wipeSmall,
  wipeSnapshots,
} from './stored-things';

const places: Record<StoredKind, 'inSession' | 'inDatabase' | 'inFiles' | 'inLocal'> = {
  keys: 'inSession',
  drafts: 'inDatabase',
  jobs: 'inDatabase',
  columns: 'inDatabase',
  snapshots: 'inFiles',
  small: 'inLocal',
};

const wipes: Record<StoredKind, () => void | Promise<void>> = {
  keys: wipeKeys,
  drafts: wipeDrafts,
  // One that runs must not lose its rows beneath it.
  jobs: wipeJobs,
  columns: wipeColumns,
  snapshots: wipeSnapshots,
  small: wipeSmall,
};

/** What this browser keeps, where, how long, and the ways to wipe it. */
export function StorageCard() {
  const t = useTranslations('settings');
  const jobTexts = useTranslations('jobs');
  const confirm = useConfirm();
  const stored = useQuery({ queryKey: ['stored'], queryFn: readStored, staleTime: 0, retry: false });

  async function onWipeAll() {
    const jobs = await unfinishedJobs(null);
    const text = (
      <>
        {jobs.length > 0 ? <p>{t('wipeAllJobs', { count: jobs.length })}</p> : null}
        <UnfinishedJobs jobs={jobs} />
        <p>{t('wipeAllText')}</p>
      </>
    );
    const question = { title: t('wipeAllTitle'), text, action: t('wipeAll'), danger: true };
    if (!(await confirm(question))) return;
    await wipeAll();
    location.assign('/');
  }

  return (
    <Card
      title={t('storage')}
      note={t('storageNote')}
      flush
      actions={
        <Button kind="danger" onClick={onWipeAll}>
          {t('wipeAll')}
        </Button>
      }
    >
      {stored.data ? (
        <>
          {stored.data.unreadable.map((thing) => (
            <UnreadableNotice
              key={`${thing.kind} ${thing.id} ${thing.owner.environment} ${thing.owner.identity}`}
              {...thing}
              cannotSave={isOfOpenKey(thing) ? null : t('unreadable.otherKey')}
              onSave={() => void saveUnreadable(thing)}
              onDelete={() => void deleteUnreadable(thing).then(() => stored.refetch())}
            />
          ))}
          <StoredTable stored={stored.data} onWiped={() => stored.refetch()} />
        </>
      ) : stored.isError ? (
        <Notice
          tone="unknown"
          strip="below"
          actions={
            database.fault === 'newer' ? (
              <Button size="small" onClick={() => void saveDatabase()}>
                {t('unreadable.save')}
              </Button>
            ) : null
          }
        >
          {jobTexts(`notKeptText.${database.faultOf(stored.error)}`)}
        </Notice>
      ) : (
        <Skeleton look="rows" rows={5} />
      )}
    </Card>
  );
}

function StoredTable({ stored, onWiped }: { stored: Stored; onWiped: () => void }) {
  const t = useTranslations('settings');
  const sizeText = useSizeText();
  const wipe = <span className="visually-hidden">{t('wipe')}</span>;
  return (
    <>
      <div className={styles.stored}>
        <DataTable
          label={t('storage')}
          heads={[t('what'), t('where'), t('lifetime'), t('amount'), wipe]}
          numeric={3}
          stacks
        >
          {storedKinds.map((kind) => (
            <tr key={kind}>
              <td>{t(kind)}</td>
              <td className="mid">{t(places[kind])}</td>
              <td className="mid" data-label={t('lifetime')}>
                {t(`${kind}Life`)}
              </td>
              <td data-numeric>{t('entries', { count: stored.counts[kind] })}</td>
              <td data-numeric>
                <WipeButton kind={kind} count={stored.counts[kind]} onWiped={onWiped} />
              </td>
            </tr>
          ))}
        </DataTable>
      </div>
      {stored.bytes === null ? null : (
        <div className={styles.used}>
          {stored.persisted ? (
            joinSentences(t('persisted'), t('used', { size: sizeText(stored.bytes) }))
          ) : (
            <>
              {t('notPersisted')}{' '}
              <Button size="small" onClick={() => void askToPersist().then(onWiped)}>
                {t('askToPersist')}
              </Button>{' '}
              {t('used', { size: sizeText(stored.bytes) })}
            </>
          )}
        </div>
      )}
    </>
  );
}

function WipeButton({ kind, count, onWiped }: { kind: StoredKind; count: number; onWiped: () => void }) {
  const t = useTranslations('settings');
  const c = useTranslations('common');
  const confirm = useConfirm();
  const wipe = wipes[kind];
  const what = t(kind);

  async function onWipe() {
    const jobs = kind === 'keys' ? await jobsOfKeys() : [];
    const question = {
      title: t('wipeTitle', { what }),
      text: (
        <>
          {jobs.length > 0 ? <p>{t('wipeKeysJobs', { count: jobs.length })}</p> : null}
          <UnfinishedJobs jobs={jobs} />
          <p>{kind === 'columns' ? t('wipeText') : t(`wipeTexts.${kind}`)}</p>
        </>
      ),
      action: t('wipe'),
      danger: true,
    };
    if (!(await confirm(question))) return;
    try {
      await wipe();
      showToast({ kind: 'good', title: t('wiped', { what }) });
    } catch (error) {
      showToast({ kind: 'bad', title: t('wipeFailed', { what }), text: String(error) });
    }
    onWiped();
  }

  return (
    <Button
      size="small"
      aria-label={`${t('wipe')}${c('colon')}${what}`}
      disabledReason={count === 0 && t('nothing')}
      onClick={onWipe}
    >
      {t('wipe')}
    </Button>
  );
}
