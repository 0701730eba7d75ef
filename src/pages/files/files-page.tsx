/** The files page: files by their ids (`lookup/`), shown large (`preview/`) and saved (`downloads/`). */

import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLocation, useOutletContext, useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { fileCalls, filesOptions, linkMarginMs, newLinksMayHelp } from '../../api/files/file-links';
import type { Client } from '../../api/wire/client';
import { queryClient } from '../../api/wire/query-client';
import type { Id } from '../../contract/ids';
import { requireClient, useClient } from '../../credentials/use-connection';
import { ApiErrorNotice, isKeyRefused } from '../../ui/display/api-error-notice';
import { Badge } from '../../ui/display/badge';
import { EmptyState } from '../../ui/display/notice';
import { RetryingNotice } from '../../ui/display/retrying-notice';
import { Skeleton } from '../../ui/display/skeleton';
import { Button, buttonClass } from '../../ui/form/button';
import { Segmented } from '../../ui/form/select';
import { useNow } from '../../ui/hooks/use-time';
import { ClockIcon, FileIcon } from '../../ui/icons/icons';
import { Card } from '../../ui/layout/card';
import { Page, PageHeader } from '../../ui/layout/page';
import { paths } from '../../url/paths';
import { DownloadAll, DownloadsCard } from './downloads/downloads-card';
import { FilePreview } from './file-preview';
import styles from './files-page.module.css';
import { placeOf, useFilesPlace } from './lookup/file-ids';
import { FileList, type FilesView, MissingIds } from './lookup/file-list';
import { fileIdsField, IdsForm } from './lookup/ids-form';
import { filesOfLastTable, keepFilesOfTables } from './lookup/last-table';
import { type LookedUpFile, type Lookup, useLookup } from './lookup/use-lookup';

/** Asks for the first files while the page is still loading. A reload right away still has the offer: what else keeps it runs in the background. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const client = await requireClient(params.env ?? '', request);
  keepFilesOfTables(queryClient, client);
  const [first] = fileCalls(placeOf({ search: new URL(request.url).search, state: null }).ids);
  if (first) void queryClient.prefetchQuery(filesOptions(client, first));
  return null;
}

/** Files by their ids (4.6), through links that live for an hour. */
export function Component() {
  const t = useTranslations('files');
  const { env = '' } = useParams();
  const client = useClient();
  const { place, show } = useFilesPlace(env);
  const key = place.ids.join(',');
  const ids = useMemo(() => (key === '' ? [] : key.split(',')), [key]);
  const lookup = useLookup(client, ids);
  const [view, setView] = useState<FilesView>('gallery');
  // Of these ids: on another place of the history it is closed.
  const [preview, setPreview] = useState<{ id: Id; of: string; open: boolean } | null>(null);

  function lookUp(next: Id[]) {
    if (next.join(',') === key) lookup.lookUpAgain();
    else show(next);
  }

  function openFile(id: Id) {
    setPreview({ id, of: key, open: true });
  }

  function renewIfOld({ file, answer }: LookedUpFile) {
    if (newLinksMayHelp(answer, Date.now())) lookup.lookUpAgain([file.file_id]);
  }

  return (
    <Page>
      <PageHeader
        title={t('title')}
        note={ids.length > 0 ? <Summary lookup={lookup} asked={ids.length} /> : null}
        actions={
          lookup.found.length > 0 && lookup.linksDieAt !== null ? (
            <>
              <LinkLife
                dieAt={lookup.linksDieAt}
                failed={lookup.renewalFailed}
                busy={lookup.busy}
                onRenew={() => lookup.lookUpAgain()}
              />
              <DownloadAll files={lookup.found} calls={fileCalls(ids)} client={client} />
              <Segmented
                label={t('view')}
                value={view}
                onChange={setView}
                options={[
                  { value: 'gallery', label: t('gallery') },
                  { value: 'list', label: t('list') },
                ]}
              />
            </>
          ) : null
        }
      />
      <IdsForm place={place} busy={lookup.busy && lookup.waiting} onLookUp={lookUp} />
      <FailedCalls lookup={lookup} />
      <DownloadsCard />
      {ids.length === 0 ? <NoIds client={client} onLookUp={lookUp} /> : null}
      {lookup.waiting && lookup.failing ? <RetryingNotice failing={lookup.failing} /> : null}
      {lookup.waiting && !lookup.failing ? <Skeleton rows={4} look="items" /> : null}
      {lookup.found.length > 0 ? (
        <>
          <FileList
            files={lookup.found}
            view={view}
            environment={client.environment}
            onOpen={(file) => openFile(file.file_id)}
            onBroken={renewIfOld}
          />
          <p className={styles.doubt}>{t('unitDoubt')}</p>
        </>
      ) : null}
      {lookup.found.length === 0 && lookup.missing.length === ids.length && ids.length > 0 ? (
        <Card>
          <EmptyState icon={<FileIcon />} title={t('nothingFound')} text={t('nothingFoundText')} />
        </Card>
      ) : null}
      {lookup.missing.length > 0 ? (
        <MissingIds ids={lookup.missing} busy={lookup.busy} onRetry={() => lookup.lookUpAgain(lookup.missing)} />
      ) : null}
      {lookup.failing && !lookup.waiting ? <RetryingNotice failing={lookup.failing} look="kept" /> : null}
      <FilePreview
        files={lookup.found}
        open={preview?.open === true && preview.of === key}
        fileId={preview?.id ?? null}
        client={client}
        onOpen={openFile}
        onClose={() => setPreview(preview && { ...preview, open: false })}
        onBroken={renewIfOld}
        onRenew={(id) => lookup.lookUpAgain([id])}
      />
    </Page>
  );
}

function Summary({ lookup, asked }: { lookup: Lookup; asked: number }) {
  const t = useTranslations('files');
  const found = lookup.found.length;
  const missing = lookup.missing.length;
  const failed = lookup.failed.reduce((sum, { ids }) => sum + ids.length, 0);
  if (lookup.waiting || (failed > 0 && found + missing === 0)) return null;
  if (lookup.busy && found + missing + failed < asked) return <span>{t('summaryProgress', { found, asked })}</span>;
  return <span>{missing > 0 ? t('summaryMissing', { found, missing }) : t('summary', { found })}</span>;
}

/** One notice for all calls that failed: they mostly fail for one reason. */
function FailedCalls({ lookup }: { lookup: Lookup }) {
  const t = useTranslations('files');
  const [first] = lookup.failed;
  if (!first) return null;
  const ids = lookup.failed.flatMap((call) => call.ids);
  return (
    <div className={styles.failed}>
      <h2 className={styles.failedTitle}>{t('failedCalls', { ids: ids.length, calls: lookup.failed.length })}</h2>
      <ApiErrorNotice
        error={first.error}
        onRetry={() => lookup.lookUpAgain(ids)}
        actions={isKeyRefused(first.error) ? <ConnectAgain /> : null}
      />
    </div>
  );
}

/** The way to another key and back to these ids. */
function ConnectAgain() {
  const t = useTranslations('frame');
  const { env = '' } = useParams();
  const { pathname, search } = useLocation();
  return (
    <Link to={paths.connect({ environment: env, next: pathname + search })} className={buttonClass()}>
      {t('goToConnect')}
    </Link>
  );
}

/** In place of files: the way to ids, and those of the table that was seen last. */
function NoIds({ client, onLookUp }: { client: Client; onLookUp: (ids: Id[]) => void }) {
  const t = useTranslations('files.empty');
  const cache = useQueryClient();
  const space = useOutletContext<Id | null>();
  const last = useMemo(() => (space === null ? null : filesOfLastTable(cache, client, space)), [cache, client, space]);
  return (
    <Card>
      <EmptyState
        icon={<FileIcon />}
        title={t('title')}
        text={
          <>
            {t('text')}
            <br />
            {t('warehouse')}
          </>
        }
        actions={
          last ? (
            <Button
              kind="primary"
              onClick={() => {
                // This button is gone with its press.
                document.getElementById(fileIdsField)?.focus();
                onLookUp(last.ids);
              }}
            >
              {t('ofTable', { count: last.ids.length, table: last.name })}
            </Button>
          ) : null
        }
      />
    </Card>
  );
}

/** How often the countdown updates. */
const lookMs = 15_000;

interface LinkLifeProps {
  /** Epoch milliseconds. */
  dieAt: number;
  failed: boolean;
  busy: boolean;
  onRenew: () => void;
}

/** How long the links are still valid (4.6: one hour), quietly; a way to renew them if automatic renewal failed. */
function LinkLife({ dieAt, failed, busy, onRenew }: LinkLifeProps) {
  const t = useTranslations('files.links');
  // Up to one update old: it never claims a longer validity than real.
  const left = dieAt - useNow(lookMs) - lookMs;
  const minutes = Math.max(0, Math.floor(left / 60_000));
  const late = failed || left <= 0;
  const tone = left <= 0 ? 'bad' : late ? 'staged' : 'good';
  const text = left <= 0 ? t('dead') : late ? t('late', { minutes }) : t('work', { minutes });
  return (
    <>
      <Badge tone={tone} icon={<ClockIcon />}>
        {busy && left < linkMarginMs ? t('renewing') : text}
      </Badge>
      {late ? (
        <Button busy={busy} onClick={onRenew}>
          {t('renew')}
        </Button>
      ) : null}
    </>
  );
}
