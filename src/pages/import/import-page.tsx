import type { LoaderFunctionArgs } from 'react-router-dom';
import { useParams } from 'react-router-dom';
import { prefetchTableConfig } from '../../api/operations/tables';
import { queryClient } from '../../api/wire/query-client';
import { requireClient } from '../../credentials/use-connection';
import { Wizard } from './wizard-page';

export async function loader({ params, request }: LoaderFunctionArgs) {
  const client = await requireClient(params.env ?? '', request);
  void prefetchTableConfig(queryClient, client, params.table ?? '');
  return null;
}

/** Brings rows of a file into a table; another table is another import. */
export function Component() {
  const { env = '', space = '', table = '' } = useParams();
  return <Wizard key={`${env}/${space}/${table}`} space={space} tableId={table} />;
}
