import { createRoot } from 'react-dom/client';
import './plain.css';
import { readPage } from './record-pages';
import { RecordsGrid } from './records-grid';

const search = new URLSearchParams(location.search);
const table_id = Number(search.get('table'));

// Sent before React begins, as a route loader would do it.
void readPage(table_id, null, 0);
createRoot(document.getElementById('root') as HTMLElement).render(
  <RecordsGrid table_id={table_id} total={Number(search.get('rows'))} />,
);
