/** From the columns of a file to the fields of a table: where each goes, as what its texts are read, what does not fit. */

import type { FieldKind } from '../../../contract/field-kinds';
import type { FieldConfig } from '../../../contract/tables';
import type { ValueFormat } from '../../../edits/value-formats';
import type { ColumnHead } from '../source/header';
import { clearBy, nameSimilarity, similarFrom } from './name-similarity';

/** A field that a column can go to. */
export interface TargetField {
  /** Field id; `item_id` for the record's own. */
  field_id: string;
  name: string;
  kind: FieldKind;
  config: FieldConfig | null;
  /** Texts that its first records hold. */
  seen?: ReadonlySet<string>;
}

/** What an empty cell means: leave the field as it is, or clear it. */
export type BlankMeaning = 'keep' | 'clear';

/** What texts of a column that do not fit are read as, text by text; as `''` one counts as blank. */
export type Replacements = readonly (readonly [text: string, other: string])[];

/** Where one column goes; without a target it is not imported. */
export interface ColumnChoice {
  field_id: string | null;
  /** As what its text is read. */
  kind: FieldKind;
  /** How its numbers or days are written, where not as in the console. */
  written?: ValueFormat;
  blank: BlankMeaning;
  /** What a text that does not fit does: what a blank would, one or the other. By default its row is skipped. */
  unfit?: BlankMeaning;
  replacements?: Replacements;
  /** Why it is mapped there: a choice counts most. */
  by: 'person' | 'remembered' | 'earlier' | 'id' | 'name' | 'alike' | 'values' | 'none';
  /** How it is written was found from its texts. */
  formatDetected?: true;
}

/** One for each column of the source. */
export type Mapping = readonly ColumnChoice[];

/** A column that is imported, with all that converting it needs. */
export interface MappedColumn {
  column: number;
  field_id: string;
  kind: FieldKind;
  config: FieldConfig | null;
  written?: ValueFormat;
  blank: BlankMeaning;
  unfit?: BlankMeaning;
  replacements?: Replacements;
  /** Cells that the user fixed: the texts that replace those of the file in this line. */
  fixes?: readonly (readonly [line: number, text: string])[];
}

/** What is stored of a mapping for the next file with the same header, and what a mapping file has; `misfit`, `instead` and `told` are its old names. */
export interface SavedChoice extends Omit<ColumnChoice, 'by' | 'unfit' | 'replacements' | 'formatDetected'> {
  /** Name and place of the column. */
  name: string;
  index: number;
  misfit?: BlankMeaning;
  instead?: Replacements;
  told?: true;
}

/** The record id as a target (2.4). */
export const recordIdField: TargetField = { field_id: 'item_id', name: 'item_id', kind: 'text', config: null };

const unmapped = { field_id: null, kind: 'text', blank: 'keep', by: 'none' } as const satisfies ColumnChoice;

/**
 * Where each column goes at first: as it went last time, else to the field of its id, of its name, where a column of its name went in another file, of a
 * name that is nearly its own, of the one name that shares its words, of the one that it shortens or misspells.
 * @param earlier mappings of files with other headers, the latest first
 */
export function proposeMapping(
  columns: readonly ColumnHead[],
  fields: readonly TargetField[],
  saved: readonly SavedChoice[] = [],
  earlier: readonly SavedChoice[] = [],
): Mapping {
  const taken = new Set<string>();
  const choices: ColumnChoice[] = columns.map(() => unmapped);
  const take = (index: number, field: TargetField, by: ColumnChoice['by'], more: Partial<ColumnChoice> = {}): void => {
    if (choices[index]?.by !== 'none' || taken.has(field.field_id)) return;
    taken.add(field.field_id);
    choices[index] = { field_id: field.field_id, kind: field.kind, blank: 'keep', by, ...more };
  };
  for (const choice of saved) {
    const column = columnOf(choice, columns);
    const field = fields.find(({ field_id }) => field_id === choice.field_id);
    if (!column) continue;
    const { kind, written, blank, misfit: unfit, instead: replacements, told } = choice;
    if (field)
      take(column.index, field, 'remembered', { kind, written, blank, unfit, replacements, formatDetected: told });
    else if (choice.field_id === null && choices[column.index]?.by === 'none')
      choices[column.index] = { ...unmapped, by: 'remembered' };
  }
  const named = columns.filter(({ name }) => name !== '');
  for (const way of ['id', 'name', 'earlier', 'alike'] as const) {
    if (way === 'earlier') {
      takeEarlier();
      continue;
    }
    for (const { name, index, system } of named) {
      // A system field is never written (4.5 rule 7), so no field that is called by its id is meant either; one that has its name on the page may be.
      if (system && name !== 'item_id' && (name === system || way !== 'name')) continue;
      const found = fields.filter((field) => isMeant(name, field, way));
      if (found.length === 1 && found[0]) take(index, found[0], way);
    }
  }
  const free = named.filter(({ index, system }) => choices[index]?.by === 'none' && !system);
  // An `ID` of another system is no record ID.
  const meant = fields.filter(({ field_id }) => field_id !== recordIdField.field_id);
  const wishes = free.map(({ name }) => meant.filter(({ name: fieldName }) => shareWords(name, fieldName)));
  for (const [place, [only, another]] of wishes.entries()) {
    // If two columns match a field, or two fields a column, the user chooses.
    const rivals = wishes.filter((wish) => only && wish.includes(only)).length;
    const column = free[place];
    if (only && !another && rivals === 1 && column) take(column.index, only, 'alike');
  }
  // A column whose exact name several fields have is left to the user.
  const left = free.filter(
    ({ index, name }) => choices[index]?.by === 'none' && !meant.some((field) => loose(field.name) === loose(name)),
  );
  const open = meant.filter(({ field_id }) => !taken.has(field_id));
  for (const [place, field] of clearlySimilar(
    left.map(({ name }) => name),
    open,
  )) {
    const column = left[place];
    if (column) take(column.index, field, 'alike');
  }
  return choices;

  function takeEarlier(): void {
    for (const { name, field_id, kind, written, told } of earlier) {
      const own = named.filter((column) => loose(column.name) === loose(name));
      const field = fields.find((each) => each.field_id === field_id);
      // The format detected from its texts is detected again.
      if (own.length === 1 && own[0] && !own[0].system && field)
        take(own[0].index, field, 'earlier', told ? {} : { kind, written });
    }
  }
}

/** Columns, by their place, with the one field that their name is clearly the most similar to, where it is so for no other column. */
function clearlySimilar(names: readonly string[], fields: readonly TargetField[]): Map<number, TargetField> {
  const scores = names.map((name) => fields.map((field) => nameSimilarity(name, field.name)));
  const found = new Map<number, TargetField>();
  for (const [place, own] of scores.entries()) {
    const best = Math.max(0, ...own);
    const at = own.indexOf(best);
    const field = fields[at];
    const isBeaten = (score: number, other: number): boolean => other !== at && score > best - clearBy;
    const hasRival = scores.some((others, other) => other !== place && (others[at] ?? 0) > best - clearBy);
    if (field && best >= similarFrom && !own.some(isBeaten) && !hasRival) found.set(place, field);
  }
  return found;
}

/** The column a choice was stored for: at its old position, or the only one of its name. */
function columnOf({ name, index }: SavedChoice, columns: readonly ColumnHead[]): ColumnHead | undefined {
  if (columns[index]?.name === name) return columns[index];
  const named = columns.filter((column) => column.name === name);
  return named.length === 1 && name !== '' ? named[0] : undefined;
}

/** What a kept mapping brings for these columns and fields: how many columns it maps, and those that are not in the file, or whose field is not in the table. */
export function fitOfSaved(
  saved: readonly SavedChoice[],
  columns: readonly ColumnHead[],
  fields: readonly TargetField[],
): { fits: number; withoutColumn: SavedChoice[]; withoutField: SavedChoice[] } {
  const mapped = saved.filter(({ field_id }) => field_id !== null);
  const withoutColumn = mapped.filter((choice) => !columnOf(choice, columns));
  const withoutField = mapped.filter(
    (choice) => columnOf(choice, columns) && !fields.some(({ field_id }) => field_id === choice.field_id),
  );
  return { fits: mapped.length - withoutColumn.length - withoutField.length, withoutColumn, withoutField };
}

/** Whether all words of one name are among those of the other: `Weight` and `Weight (lbs)`. */
function shareWords(name: string, fieldName: string): boolean {
  const [few, many] = [wordsOf(name), wordsOf(fieldName)].sort((a, b) => a.length - b.length);
  return few !== undefined && few.length > 0 && few.every((word) => many?.includes(word));
}

function wordsOf(name: string): string[] {
  return (
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function isMeant(name: string, { field_id, name: fieldName }: TargetField, way: 'id' | 'name' | 'alike'): boolean {
  if (way === 'id') return name === field_id;
  if (fieldName === '') return false;
  // An export names two fields of one name by their ids.
  if (way === 'name') return name === fieldName || name === `${fieldName} (${field_id})`;
  return loose(name) === loose(fieldName) && loose(name) !== '';
}

/** A name without what people write otherwise: case, spaces and the like. */
export function loose(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-.]+/g, '');
}

/** The columns that are imported. */
export function mappedColumns(mapping: Mapping, fields: readonly TargetField[]): MappedColumn[] {
  const fieldOf = new Map(fields.map((field) => [field.field_id, field]));
  return mapping.flatMap(({ field_id, kind, written, blank, unfit, replacements }, column) => {
    const field = field_id === null ? undefined : fieldOf.get(field_id);
    if (!field) return [];
    return [{ column, field_id: field.field_id, kind, config: field.config, written, blank, unfit, replacements }];
  });
}

/** Sends a column elsewhere (null: nowhere). Another column that went there goes nowhere then: a field takes one value. */
export function mapColumn(mapping: Mapping, column: number, field: TargetField | null): Mapping {
  return mapping.map((choice, index) => {
    if (index === column) {
      if (!field) return { ...unmapped, by: 'person' };
      return { field_id: field.field_id, kind: field.kind, blank: choice.blank, by: 'person' };
    }
    return field && choice.field_id === field.field_id ? { ...unmapped, by: 'person' } : choice;
  });
}

/** Choices for a column beside its mapping. */
export type ColumnChange = Partial<Pick<ColumnChoice, 'kind' | 'written' | 'blank' | 'unfit' | 'replacements'>>;

/** A column read differently. The detected format is dropped only when a format is chosen. */
export function changeColumn(mapping: Mapping, column: number, change: ColumnChange): Mapping {
  const resetsFormat = 'kind' in change || 'written' in change;
  return mapping.map((own, index) =>
    index === column ? { ...own, formatDetected: resetsFormat ? undefined : own.formatDetected, ...change } : own,
  );
}

/** With one text replaced, or (null) restored. */
export function withReplacement(
  replacements: Replacements | undefined,
  text: string,
  other: string | null,
): Replacements | undefined {
  const rest = (replacements ?? []).filter(([own]) => own !== text);
  const next: Replacements = other === null ? rest : [...rest, [text, other]];
  return next.length === 0 ? undefined : next;
}

/** Whether a blank in it can mean anything: a record id is never cleared, and what is not imported neither. */
export function hasBlanks({ field_id }: ColumnChoice): boolean {
  return field_id !== null && field_id !== 'item_id';
}

/** Blank handling for every column that has it; `fields`: only for those mapped to one of these. */
export function blanksOf(mapping: Mapping, blank: BlankMeaning, fields?: readonly string[]): Mapping {
  const isMeantBy = ({ field_id }: ColumnChoice): boolean => !fields || fields.includes(field_id ?? '');
  return mapping.map((own) => (hasBlanks(own) && isMeantBy(own) ? { ...own, blank } : own));
}

/** The places of columns that clear their field because they did so last time; `first`: the mapping as it was proposed. */
export function clearingAgain(mapping: Mapping, first: Mapping): number[] {
  return mapping.flatMap((own, index) => {
    const before = first[index];
    if (own.by !== 'remembered' || !hasBlanks(own)) return [];
    const again = (['blank', 'unfit'] as const).some((part) => own[part] === 'clear' && before?.[part] === 'clear');
    return again ? [index] : [];
  });
}

/** A mapping as it is kept and exported. */
export function savedChoices(mapping: Mapping, columns: readonly ColumnHead[]): SavedChoice[] {
  return mapping.map(({ by: _by, unfit: misfit, replacements: instead, formatDetected: told, ...choice }, index) => ({
    name: columns[index]?.name ?? '',
    index,
    ...choice,
    misfit,
    instead,
    told,
  }));
}

/** Files with the same header, in the same order, are mapped alike. */
export function headerKey(columns: readonly ColumnHead[]): string {
  return JSON.stringify(columns.map(({ name }) => name));
}
