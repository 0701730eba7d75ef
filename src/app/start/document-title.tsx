import { useMatches } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { useKnownTables } from '../../api/queries/tables';
import type { Client } from '../../api/wire/client';
import { createStore, useStore } from '../../state/store';
import { usePlace } from './last-place';

/** What a route declares to the frame about its page. */
export interface PageHandle {
  /** Key of its name in the `frame` texts. */
  title:
    | 'connect'
    | 'workspaces'
    | 'tables'
    | 'jobs'
    | 'files'
    | 'provider'
    | 'events'
    | 'service'
    | 'activity'
    | 'explorer'
    | 'settings';
}

/** The title of the document: the table that is open, else the page. */
export function DocumentTitle() {
  const t = useTranslations('frame');
  const { connection, space, table } = usePlace();
  const title = useMatches()
    .map(({ handle }) => (handle as PageHandle | undefined)?.title)
    .findLast(Boolean);
  const page = title ? t(title) : null;
  if (connection && table) return <TableTitle client={connection.client} space={space} table={table} page={page} />;
  return <Title page={page} />;
}

interface TableTitleProps {
  client: Client;
  space: string | null;
  table: string;
  page: string | null;
}

function TableTitle({ client, space, table, page }: TableTitleProps) {
  const name = useKnownTables(client, space).find(({ table_id }) => table_id === table)?.name;
  return <Title page={name || page} />;
}

function Title({ page }: { page: string | null }) {
  const t = useTranslations('frame');
  const common = useTranslations('common');
  const ended = useStore(endedUnseen);
  const title = page ? t('titleOf', { page }) : common('appName');
  return <title>{ended > 0 ? t('endedTitle', { count: ended, title }) : title}</title>;
}

/** Jobs that ended while this tab was not seen. */
const endedUnseen = createStore(0);

/** Notes in the title that a job ended; it is forgotten as soon as the tab is seen. */
export function noteEnded(): void {
  endedUnseen.set(endedUnseen.get() + 1);
  document.addEventListener('visibilitychange', forgetEnded);
}

function forgetEnded(): void {
  if (document.hidden) return;
  document.removeEventListener('visibilitychange', forgetEnded);
  endedUnseen.set(0);
}
