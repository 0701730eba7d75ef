import { type ColumnChoice, chosenFor } from '../../../grid/columns/column-choice';
import { recordColumnId } from '../../../grid/columns/columns-of';
import type { SharedColumn } from '../../../url/records-search';

/** The columns shown, in their order, with what was chosen for them: what an address made for sharing carries. */
export function sharedColumns(choice: ColumnChoice, shown: readonly string[]): SharedColumn[] {
  const { columnPinning, columnSizing, names, kinds } = choice;
  return shown
    .filter((id) => id !== recordColumnId)
    .map((id) => {
      const [width, name, kind] = [chosenFor(columnSizing, id), chosenFor(names, id), chosenFor(kinds, id)];
      const pin = columnPinning.start.includes(id) ? 'start' : columnPinning.end.includes(id) ? 'end' : undefined;
      return {
        id,
        ...(width === undefined ? {} : { width }),
        ...(pin === undefined ? {} : { pin }),
        ...(name === undefined ? {} : { name }),
        ...(kind === undefined ? {} : { kind }),
      };
    });
}
