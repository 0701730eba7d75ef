import { useState } from 'react';
import { type LoaderFunctionArgs, Outlet, useNavigate, useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { tablesOptions, useTableLists } from '../../api/operations/tables';
import { queryClient } from '../../api/wire/query-client';
import { failingRead } from '../../api/wire/retry';
import { isTableType, type TableType, tableTypes } from '../../contract/tables';
import { requireClient, useClient } from '../../credentials/use-connection';
import { IconButton } from '../../ui/form/button';
import { classNames } from '../../ui/hooks/class-names';
import { SidebarIcon } from '../../ui/icons/icons';
import { paths } from '../../url/paths';
import styles from './tables-page.module.css';
import { TablesPane } from './tables-pane';
import { useFind } from './use-find';
import { usePaneHidden } from './use-pane-hidden';

export async function loader({ params, request }: LoaderFunctionArgs) {
  const client = await requireClient(params.env ?? '', request);
  for (const type of tableTypes) void queryClient.prefetchQuery(tablesOptions(client, params.space ?? '', type));
  return null;
}

/** The tables of a workspace by type: the whole page while none is open, a pane beside the records of the one that is. */
export function Component() {
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

  return (
    <div className={classNames(styles.layout, open && styles.beside)}>
      {open && hidden ? (
        <ShowPane onShow={() => setHidden(false)} />
      ) : (
        <TablesPane
          env={env}
          space={space}
          openTable={table}
          lists={lists}
          failingOf={failingOf}
          type={type}
          onType={changeType}
          find={find}
          onFind={setFind}
          onHide={() => setHidden(true)}
        />
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
