import type { Id } from '../../../contract/ids';
import { isJsonObject } from '../../../contract/json';
import { isSystemField } from '../../../contract/records';
import { readRemembered, writeRemembered } from '../../../storage/local-settings';
import { type HeaderForm, headerForms, type ReferenceForm, referenceForms } from '../../../transfer/out/export-columns';
import { type ExportFormat, type ExportScope, exportFormats } from '../../../transfer/out/export-plan';
import { type CsvTarget, csvTargets } from '../../../transfer/out/text-writers';

/** The user's choices for a file. */
export interface ExportChoice {
  scope: ExportScope;
  columns: ReadonlySet<string>;
  format: ExportFormat;
  headers: HeaderForm;
  references: ReferenceForm;
  target: CsvTarget;
  mark: boolean;
  byRecordId: boolean;
}

const name = 'export';
/** The columns chosen for tables, all in one value: the space that it is kept in is small. */
const columnsName = 'export-columns';
/** Tables of which they are kept; the one that was chosen for longest ago goes. */
const tablesMax = 50;

/** Under which the columns of a table are kept. */
export interface ExportPlace {
  environment: string;
  tableId: Id;
}

/** The columns that there are. */
export interface AvailableColumns {
  all: readonly string[];
  shown: readonly string[];
}

interface KeptColumns extends ExportPlace {
  columns: string[];
}

/** What is kept of other tables, and of this one. */
function keptColumns({ environment, tableId }: ExportPlace): { others: KeptColumns[]; own: KeptColumns | null } {
  const kept = readRemembered(columnsName);
  const all = (Array.isArray(kept) ? kept : []).filter(isKeptColumns);
  const isOwn = (each: KeptColumns) => each.environment === environment && each.tableId === tableId;
  return { others: all.filter((each) => !isOwn(each)), own: all.find(isOwn) ?? null };
}

function isKeptColumns(value: unknown): value is KeptColumns {
  return typeof value === 'object' && value !== null && Array.isArray((value as Partial<KeptColumns>).columns);
}

/** Before the first rows, without a table config, there are only the columns that every table has. */
function knowsFields({ all }: AvailableColumns): boolean {
  return all.some((id) => !isSystemField(id));
}

/**
 * The choice to begin with: the form of the file as it was chosen last, all matching rows, and of the columns those that were chosen last for this table,
 * else those that show.
 */
export function firstChoice(place: ExportPlace, all: readonly string[], shown: readonly string[]): ExportChoice {
  const kept = readRemembered(name);
  const { own } = keptColumns(place);
  const columns = own ? all.filter((id) => own.columns.includes(id)) : [];
  const known = isJsonObject(kept) ? kept : {};
  return {
    scope: 'matching',
    columns: new Set(columns.length > 0 ? columns : shown),
    format: exportFormats.find((format) => format === known.format) ?? 'csv',
    headers: headerForms.find((form) => form === known.headers) ?? 'names',
    references: referenceForms.find((form) => form === known.references) ?? 'names',
    target: csvTargets.find((target) => target === known.target) ?? 'spreadsheets',
    mark: known.mark !== false,
    byRecordId: false,
  };
}

/**
 * The choice when columns have changed: the default, unless a person has chosen among the earlier ones. A choice before any field was known says nothing about
 * fields.
 */
export function withNewColumns(
  place: ExportPlace,
  choice: ExportChoice,
  before: AvailableColumns,
  now: AvailableColumns,
): ExportChoice {
  const begun = firstChoice(place, before.all, before.shown).columns;
  const { columns } = firstChoice(place, now.all, now.shown);
  const untouched = choice.columns.size === begun.size && [...begun].every((id) => choice.columns.has(id));
  if (untouched) return { ...choice, columns };
  if (knowsFields(before)) return choice;
  const chosen = now.all.filter((id) => (before.all.includes(id) ? choice.columns : columns).has(id));
  return { ...choice, columns: new Set(chosen) };
}

/** Keeps the form of the file for the next time, and the columns of its table where they are not those that show. */
export function rememberChoice(place: ExportPlace, choice: ExportChoice, there: AvailableColumns): void {
  const { format, headers, references, target, mark, columns } = choice;
  writeRemembered(name, { format, headers, references, target, mark });
  // Unseen fields were not deselected.
  if (!knowsFields(there)) return;
  const { others, own } = keptColumns(place);
  const asShown = columns.size === there.shown.length && there.shown.every((id) => columns.has(id));
  if (asShown && own === null) return;
  const kept = asShown ? others : [...others, { ...place, columns: [...columns] }];
  writeRemembered(columnsName, kept.slice(-tablesMax));
}
