import type { useTranslations } from 'use-intl';
import { type FieldKind, isOption } from '../../contract/field-kinds';
import { isSystemField } from '../../contract/records';
import type { RefusedReason } from '../edit/range-edits';
import type { FieldProfile } from '../profile/profile';
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

/** Text key of the type of a column: of options also whether the field holds one or several, where config or values show it. */
export function columnKindKey({ kind, config, profile }: Pick<GridColumn, 'kind' | 'config' | 'profile'>) {
  if (!isOption(kind)) return kindKey(kind);
  const seen = profile?.kinds.has(kind) ? profile.isMulti : undefined;
  const isMulti = config?.config.is_multi ?? seen;
  if (isMulti === undefined) return kindKey(kind);
  return isMulti ? 'kind.multi_select' : 'kind.single_select';
}

/** Text key of the reason why a cell does not take a value, in the `edits` namespace. */
export function problemKey(reason: RefusedReason): `problem.${Underscored<RefusedReason>}` {
  return `problem.${underscored(reason)}`;
}

type GridTexts = ReturnType<typeof useTranslations<'grid'>>;

/** Shares (0–1) of the records read in which a field has no value, by how it has none, and in all. */
export function gapsOf({ records, nulls, empties, missing }: FieldProfile) {
  const share = (count: number) => (records === 0 ? 0 : count / records);
  const all = share(nulls + empties + missing);
  return { nulls: share(nulls), empties: share(empties), missing: share(missing), all };
}

/** Share (0–1) of the first records read in which a field has no value: it stays the same while more are read. */
export function firstGapsOf({ first: { records, filled } }: FieldProfile): number {
  return records === 0 ? 0 : (records - filled) / records;
}

/** A share as it is shown: what is neither none nor all never becomes 0 % or 100 %. */
export function shownShare(share: number): number {
  return share > 0 && share < 1 ? Math.min(0.99, Math.max(0.01, share)) : share;
}

/** Where the kind of a column comes from, and how many of the values agree. */
export function kindDescription(column: GridColumn, g: GridTexts): string {
  const { source, confidence, profile } = column;
  const name = g(columnKindKey(column));
  if (source === 'system') return name;
  if (source === 'values') return profile ? g('kindFromValues', { kind: name, share: shownShare(confidence) }) : name;
  const origin = g(source === 'hand' ? 'kindByHand' : 'kindFromConfig', { kind: name });
  return profile && confidence < 1 ? `${origin} – ${g('kindAgrees', { share: shownShare(confidence) })}` : origin;
}

/** In words what the head of a column shows in signs: its kind, how many values there are, how they spread. */
export function columnDescription(column: GridColumn, g: GridTexts): string[] {
  const lines = [kindDescription(column, g)];
  const { profile, distribution } = column;
  if (!profile) return lines;
  const { nulls, empties, missing, all } = gapsOf(profile);
  if (all === 0) lines.push(g('noGaps', { count: profile.records }));
  else {
    const parts = [
      nulls > 0 && g('gap.nulls', { share: shownShare(nulls) }),
      empties > 0 && g('gap.empties', { share: shownShare(empties) }),
      missing > 0 && g('gap.missing', { share: shownShare(missing) }),
    ];
    lines.push(g('gaps', { gaps: parts.filter(Boolean).join(', '), count: profile.records }));
  }
  if (distribution) lines.push(`${g(`spread.${distribution.of}`)}: ${distribution.text}`);
  return lines;
}
