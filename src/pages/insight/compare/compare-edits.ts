import type { Json } from '../../../contract/json';
import { cellText } from '../../../edits/cell-text';
import { coerce } from '../../../edits/coerce';
import type { CellEdit } from '../../../edits/drafts';
import { changesNothing, writeForm } from '../../../edits/same-value';
import type { RowChange } from '../../../insight/questions/compare';
import type { TargetField } from '../../../transfer/in/mapping/mapping';
import type { ImportRow } from '../../../transfer/in/worker/import-rows';

/** The side of a comparison that is the table itself. */
export type OwnSide = 'before' | 'after';

/** What is written into a field: of the other side as the field takes it, or as a text that does not fit and is not sent. */
type ValueFor = (place: {
  row: RowChange;
  target: TargetField;
  before: Json | undefined;
  other: Json | undefined;
}) => Pick<CellEdit, 'after' | 'unfit'> | null;

/** Edits that give the changed rows of the own side the values of the other one. */
export function editsOf(
  rows: readonly RowChange[],
  own: OwnSide,
  targets: readonly TargetField[],
  valueFor: ValueFor,
): CellEdit[] {
  const targetOf = new Map(targets.map((target) => [target.field_id, target]));
  return rows.flatMap((row) => {
    const record = row[own];
    if (record === null || row.kind !== 'changed') return [];
    const { id: item_id, title, updated_on } = record;
    return row.fields.flatMap((field): CellEdit[] => {
      const target = targetOf.get(field[own]);
      const [before, other] = own === 'before' ? [field.old, field.new] : [field.new, field.old];
      const value = target && valueFor({ row, target, before, other });
      if (!target || !value) return [];
      const { field_id, kind, config } = target;
      if (changesNothing(before, value.after, { kind, options: config?.config.options ?? [] })) return [];
      return [{ record: { item_id, title, updated_on }, field_id, before, kind, ...value }];
    });
  });
}

/** Of a snapshot of the same table: the value as it was. */
export const asItWas: ValueFor = ({ other, target: { kind, config } }) => ({
  after: writeForm(other, kind, config?.config.options),
});

/** Of another table: by its text, as IDs of one table mean nothing in another one. */
export const byText: ValueFor = ({ before, other, target: { kind, config } }) => {
  const text = cellText(other, kind);
  const made = coerce(text, kind, before, config ?? undefined);
  return made.ok ? { after: made.value } : { after: text, unfit: true };
};

/** Of a file: as the import would write it. @param rows by their place in the file */
export function asImported(rows: ReadonlyMap<string, ImportRow>): ValueFor {
  return ({ row, target }) => {
    const cell = rows.get(row.after?.id ?? '')?.cells.find(({ field_id }) => field_id === target.field_id);
    if (!cell) return null;
    return cell.unfit === null ? { after: cell.after } : { after: cell.text, unfit: true };
  };
}
