import type { FieldKind } from '../../contract/field-kinds';
import { isSystemField } from '../../contract/fields';
import type { RefusedReason } from '../edit/range-edits';
import type { GridColumn } from './columns-of';

/** Names that the texts have for what the API calls otherwise; a function of the `grid` namespace. */
type SystemText =
  | 'system.item_id'
  | 'system.title'
  | 'system.created_on'
  | 'system.created_by'
  | 'system.updated_on'
  | 'system.updated_by';

/** What a column is called: its name from the config, the text of a system field, else its field id. */
export function columnLabel(
  column: Pick<GridColumn, 'id' | 'name' | 'source'>,
  t: (key: SystemText) => string,
): string {
  if (column.name) return column.name;
  return column.source === 'system' && isSystemField(column.id) ? t(`system.${column.id}`) : column.id;
}

/** A word as a text key, which holds no dashes; kinds and reasons do. */
type Underscored<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}_${Underscored<Tail>}`
  : Text;

export function underscored<Text extends string>(text: Text): Underscored<Text> {
  return text.replaceAll('-', '_') as Underscored<Text>;
}

/** Text key of a kind, in the `grid` namespace. */
export function kindKey(kind: FieldKind): `kind.${Underscored<FieldKind>}` {
  return `kind.${underscored(kind)}`;
}

/** Text key of the reason why a cell does not take a value, in the `grid` namespace. */
export function reasonKey(reason: RefusedReason): `reason.${Underscored<RefusedReason>}` {
  return `reason.${underscored(reason)}`;
}
