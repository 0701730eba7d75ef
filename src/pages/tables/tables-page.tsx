import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoaderFunctionArgs, Outlet, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { tablesOptions, useTableLists, workspacesOptions } from '../../api/queries/tables';
import { failingRead, queryClient } from '../../api/wire/query-client';
import { isTableType, type TableType, tableTypes } from '../../contract/tables';
import { requireClient, useClient } from '../../credentials/use-connection';
import { readRemembered, writeRemembered } from '../../storage/local-settings';
import { IconButton } from '../../ui/form/button';
import { classNames } from '../../ui/hooks/class-names';
import { useLaterAddress } from '../../ui/hooks/use-later-address';
import { narrowWindow, phoneWindow, useMedia } from '../../ui/hooks/use-media';
import { SidebarIcon } from '../../ui/icons/icons';
import { lazyPart } from '../../ui/layout/lazy-part';
import { formatFindSearch, parseFindSearch, paths } from '../../url/paths';
import { useOpenHere } from '../../url/use-open-here';
import styles from './tables-page.module.css';
import { TablesPane, useUsedTables } from './tables-pane';

const Drawer = lazyPart(async () => (await import('./later')).Drawer);

export async function loader({ params, request }: LoaderFunctionArgs) {
  const client = await requireClient(params.env ?? '', request);
  for (const type of tableTypes) void queryClient.prefetchQuery(tablesOptions(client, params.space ?? '', type));
  return null;
}

/**
 * The tables of a workspace by type: the whole page while none is open, a pane beside the records of the one that is; in a narrow window a drawer over them.
 */
export function Component() {
  const t = useTranslations('tables');
  const client = useClient();
  const env = client.environment.name;
  const { space = '', table, type: typeInAddress = '' } = useParams();
  const lists = useTableLists(client, space);
  const typeOfOpen = tableTypes.find((_, index) => lists[index]?.data?.data.some(({ table_id }) => table_id === table));
  const [typeInPane, setTypeInPane] = useState<TableType | null>(null);
  const navigate = useNavigate();
  const [hidden, setHidden] = usePaneHidden();

  const open = table !== undefined;
  // Beside a table, looking through the other types must not leave it: the pane then keeps type and search to itself.
  const type = open ? (typeInPane ?? typeOfOpen ?? 'ext') : isTableType(typeInAddress) ? typeInAddress : 'ext';
  const [find, setFind] = useFind(open);

  function failingOf(which: TableType) {
    const result = lists[tableTypes.indexOf(which)];
    const { queryKey } = tablesOptions(client, space, which);
    return result ? failingRead(queryClient, [{ queryKey, result }]) : null;
  }

  function changeType(next: TableType) {
    if (open) setTypeInPane(next);
    else void navigate(paths.tables({ env, space, type: next }, { find }));
  }

  const { usedAt, order } = useUsedTables(env, space, table);
  const narrow = useMedia(narrowWindow);
  const isPhone = useMedia(phoneWindow);
  const workspaces = useQuery({ ...workspacesOptions(client), enabled: isPhone && !open }).data?.data;
  // Elsewhere the frame names it.
  const workspace = isPhone ? (workspaces?.find(({ space_id }) => space_id === space)?.name ?? null) : null;
  const [drawn, setDrawn] = useOpenHere();
  const pane = (
    <TablesPane
      env={env}
      space={space}
      workspace={workspace}
      openTable={table}
      usedAt={usedAt}
      order={order}
      lists={lists}
      failingOf={failingOf}
      type={type}
      onType={changeType}
      find={find}
      onFind={setFind}
      onHide={() => (narrow ? setDrawn(false) : setHidden(true))}
    />
  );

  return (
    <div className={classNames(styles.layout, open && styles.beside)}>
      {open && narrow ? (
        <>
          <ShowPane onShow={() => setDrawn(true)} />
          <Drawer open={drawn} onClose={() => setDrawn(false)} label={t('list')}>
            {pane}
          </Drawer>
        </>
      ) : open && hidden ? (
        <ShowPane onShow={() => setHidden(false)} />
      ) : (
        pane
      )}
      {open ? (
        <div className={styles.content}>
          <Outlet />
        </div>
      ) : null}
    </div>
  );
}

function ShowPane({ onShow }: { onShow: () => void }) {
  const t = useTranslations('tables');
  return (
    <div className={styles.strip}>
      <IconButton label={t('show')} icon={<SidebarIcon />} onClick={onShow} />
    </div>
  );
}

/**
 * What is typed in *Find a table*. On the page of its own it is in the address; beside a table it belongs to the pane alone.
 * @param open whether a table is open
 */
export function useFind(open: boolean): [find: string, setFind: (find: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const inAddress = open ? '' : parseFindSearch(parameters).find;
  const [typed, setTyped] = useState({ find: inAddress, open });
  // From the page to a table and back: each has its own search.
  if (typed.open !== open) setTyped({ find: inAddress, open });
  const { find } = typed;
  useLaterAddress(open ? inAddress : find, inAddress, (next) =>
    setParameters(formatFindSearch({ find: next }), { replace: true }),
  );

  return [find, (next) => setTyped({ find: next, open })];
}

const name = 'tables-pane';

/**
 * Whether the pane beside the records is hidden: as chosen in this browser; and in a narrow window while a record is open, which needs the room
 * more, unless it is asked for.
 */
export function usePaneHidden(): [hidden: boolean, setHidden: (hidden: boolean) => void] {
  const [chosen, setChosen] = useState(() => readRemembered(name) === 'hidden');
  const [asked, setAsked] = useState(false);
  const [parameters] = useSearchParams();
  const squeezed = useMedia('(max-width: 1180px)') && parameters.has('record');
  if (!squeezed && asked) setAsked(false);
  return [
    chosen || (squeezed && !asked),
    (next) => {
      if (squeezed) setAsked(!next);
      if (!squeezed || !next) {
        writeRemembered(name, next ? 'hidden' : 'shown');
        setChosen(next);
      }
    },
  ];
}
