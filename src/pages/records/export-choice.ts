import type { Id } from '../../contract/ids';
import { isJsonObject } from '../../contract/json';
import { readRemembered, writeRemembered } from '../../storage/remembered';
import { type ReferenceForm, referenceForms } from '../../transfer/out/cell-form';
import { type HeaderForm, headerForms } from '../../transfer/out/export-columns';
import { type ExportFormat, type ExportScope, exportFormats } from '../../transfer/out/export-plan';

/** What a person chooses of a file. */
export interface ExportChoice {
  scope: ExportScope;
  /** Ids of the columns that are in it. */
  columns: ReadonlySet<string>;
  format: ExportFormat;
  headers: HeaderForm;
  references: ReferenceForm;
  mark: boolean;
  byRecordId: boolean;
}

const name = 'export';

/** Under which the columns of a table are kept. */
export interface ExportPlace {
  environment: string;
  tableId: Id;
}

function columnsName({ environment, tableId }: ExportPlace): string {
  return `export:${environment}:${tableId}`;
}

/**
 * The choice to begin with: the form of the file as it was chosen last, all matching rows, and of the columns those that were chosen last for this table,
 * else those that show.
 */
export function firstChoice(place: ExportPlace, all: readonly string[], shown: readonly string[]): ExportChoice {
  const kept = readRemembered(name);
  const own = readRemembered(columnsName(place));
  const columns = Array.isArray(own) ? all.filter((id) => own.includes(id)) : [];
  const known = isJsonObject(kept) ? kept : {};
  return {
    scope: 'matching',
    columns: new Set(columns.length > 0 ? columns : shown),
    format: exportFormats.find((format) => format === known.format) ?? 'csv',
    headers: headerForms.find((form) => form === known.headers) ?? 'names',
    references: referenceForms.find((form) => form === known.references) ?? 'names',
    mark: known.mark !== false,
    byRecordId: false,
  };
}

/** The choice when other columns show than before: theirs too, unless a person has chosen among those that did. */
export function withNewColumns(
  choice: ExportChoice,
  before: readonly string[],
  shown: readonly string[],
): ExportChoice {
  const own = choice.columns.size !== before.length || before.some((id) => !choice.columns.has(id));
  return own ? choice : { ...choice, columns: new Set(shown) };
}

/** Keeps the form of the file for the next time, and the columns of its table where they are not those that show. */
export function rememberChoice(place: ExportPlace, choice: ExportChoice, shown: readonly string[]): void {
  const { format, headers, references, mark, columns } = choice;
  writeRemembered(name, { format, headers, references, mark });
  const asShown = columns.size === shown.length && shown.every((id) => columns.has(id));
  writeRemembered(columnsName(place), asShown ? null : [...columns]);
}
