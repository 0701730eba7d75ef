/** How cells that a paste or a fill left unchanged can be staged after all. */

import { sameJson } from '../../../contract/json';
import type { Coerced } from '../../../edits/coerce';
import type { CellEdit } from '../../../edits/drafts';
import { asConsoleWrites, formatsOf, type ReadableFormat, readableFormats } from '../../../edits/value-formats';
import { cellValue } from '../../../grid/columns/columns-of';
import { editOf } from '../../../grid/edit/cell-edits';
import { coerceCell } from '../../../grid/edit/coerce-cell';
import type { Refusal } from '../../../grid/edit/range-edits';

/** What becomes of refused cells: some are staged after all. */
export interface Staged {
  edits: CellEdit[];
  left: Refusal[];
}

/** Cells that can be staged if the user allows a change of the JSON type, and cells that cannot. */
export function withAnyKind(refused: readonly Refusal[]): Staged {
  return staged(refused, ({ reason, column, text }) =>
    reason === 'kind-would-change' && column ? coerceCell(text, column, undefined) : null,
  );
}

/** Reasons for which a text may be a date or a number in another form. */
const unread: readonly Refusal['reason'][] = ['not-a-date', 'not-a-number', 'has-offset'];

/** The forms in which most of the dates or numbers that were not understood are some, with what each makes of them. */
export function readings(refused: readonly Refusal[]): (Staged & { form: ReadableFormat })[] {
  const found = readableFormats
    .map((form) => ({
      form,
      ...staged(refused, ({ reason, record, column, text }) => {
        if (!record || !column || !unread.includes(reason) || !formatsOf(column.kind).includes(form)) return null;
        const written = asConsoleWrites(text, form);
        return written === null ? null : coerceCell(written, column, cellValue(record, column.id));
      }),
    }))
    .filter(({ edits }) => edits.length > 0);
  const most = Math.max(...found.map(({ edits }) => edits.length));
  // Of forms that make the same of all of them the first is enough.
  const isSame = (a: Staged, b: Staged): boolean =>
    sameJson(
      a.edits.map(({ after }) => after),
      b.edits.map(({ after }) => after),
    );
  return found.filter((own, index) => {
    const before = found.slice(0, index);
    return own.edits.length === most && !before.some((other) => isSame(own, other));
  });
}

function staged(refused: readonly Refusal[], read: (refusal: Refusal) => Coerced | null): Staged {
  const edits: CellEdit[] = [];
  const left: Refusal[] = [];
  for (const each of refused) {
    const { record, column } = each;
    const coerced = read(each);
    if (coerced?.ok && record && column) edits.push(editOf(record, column, coerced.value));
    else left.push(each);
  }
  return { edits, left };
}
