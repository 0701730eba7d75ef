import { renderToStaticMarkup } from 'react-dom/server';
import { type ChangeChoice, type ColumnChoice, noChoice } from './columns/column-choice';
import { type ColumnTable, useColumnTable } from './columns/column-table';
import type { GridColumn } from './columns/columns-of';

/**
 * The table of some columns, as a page draws it.
 * @param change what is done with it first
 * @returns the table after that, and what is to be kept of it
 */
export function columnTable(
  columns: readonly GridColumn[],
  some: Partial<ColumnChoice> = {},
  change: (table: ColumnTable) => void = () => {},
): { table: ColumnTable; choice: ColumnChoice } {
  const tableKey = crypto.randomUUID();
  let choice: ColumnChoice = { ...noChoice, ...some };
  const draw = (): ColumnTable => {
    const drawn: ColumnTable[] = [];
    const onChoice: ChangeChoice = (next) => {
      choice = next(choice);
    };
    renderToStaticMarkup(
      <Page tableKey={tableKey} columns={columns} choice={choice} onChoice={onChoice} drawn={drawn} />,
    );
    return drawn.at(-1) as ColumnTable;
  };
  change(draw());
  return { table: draw(), choice };
}

interface PageProps {
  tableKey: string;
  columns: readonly GridColumn[];
  choice: ColumnChoice;
  onChoice: ChangeChoice;
  /** Takes the table of each drawing. */
  drawn: ColumnTable[];
}

function Page({ tableKey, columns, choice, onChoice, drawn }: PageProps) {
  drawn.push(useColumnTable(tableKey, columns, choice, onChoice));
  return null;
}
