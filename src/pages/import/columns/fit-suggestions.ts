import { textOfId } from '../../../edits/cell-text';
import type { ValueFormat } from '../../../edits/value-formats';
import { otherReaderOf, readerOf } from '../../../transfer/in/mapping/convert';
import { type ColumnFit, type OtherFormat, unfitOf } from '../../../transfer/in/mapping/fit';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';

/** Whether a replacement text becomes a value of a column. */
export function becomesValue(column: MappedColumn): (text: string) => boolean {
  const read = otherReaderOf(column);
  return (text) => (read(text)?.unfit ?? null) === null;
}

/**
 * How a column fits after decisions on its texts, before its rows are counted again: how often each text occurs is known.
 * @param fit of the column, counted with these or with other replacements
 */
export function fitNow(fit: ColumnFit, column: MappedColumn) {
  const becomes = becomesValue(column);
  const said = new Set((column.replacements ?? []).filter(([, other]) => becomes(other)).map(([text]) => text));
  let replaced = 0;
  for (const text of said) replaced += fit.unfitTexts.get(text)?.count ?? 0;
  return {
    replaced,
    unfit: unfitOf(fit) + fit.replaced - replaced,
    examples: fit.unfitExamples.filter(({ text }) => !said.has(text)),
  };
}

/** Of two formats that read as much, the one that leaves less open. */
const closer: Partial<Record<ValueFormat, ValueFormat>> = {
  'day-first-short': 'day-first',
  'month-first-short': 'month-first',
};

/** The formats in which most more of a column would fit than now; several if ambiguous, none if no more would. */
export function betterFormats({ forms, unfitTexts }: ColumnFit, column: MappedColumn): OtherFormat[] {
  const said = new Set(column.replacements?.map(([text]) => text));
  const counted = forms.map(({ form, gained, ...other }): OtherFormat => {
    const read = readerOf({ ...column, written: form });
    let open = gained;
    for (const [text, { count }] of unfitTexts) if (said.has(text) && read(text)?.unfit === null) open -= count;
    return { form, gained: open, ...other };
  });
  const most = Math.max(0, ...counted.map(({ gained, lost }) => gained - lost));
  const best = counted.filter(({ gained, lost }) => most > 0 && gained - lost === most);
  return best.filter(({ form }) => !best.some((other) => other.form === closer[form]));
}

/** One number with three decimals is a chance among a few others. */
const manyCells = 10;

/** A number that is read with decimals although all points of its column may set thousands apart; null where none is. */
export function perhapsThousands({ forms, pointed, filled }: ColumnFit): string | null {
  const comma = forms.find(({ form }) => form === 'comma');
  const [first = null, second] = pointed;
  return comma?.lost === 0 && (second !== undefined || filled > manyCells) ? first : null;
}

interface FormatSuggestion {
  forms: ValueFormat[];
  /** A number whose points may set thousands apart; null where more of the column would fit. */
  thousands: string | null;
  /** Cells that would fit, that would not any more, and that would be another value. */
  count: number;
  lost: number;
  turned: number;
}

/** The formats in which a column may be meant otherwise than it is read; null where none is. */
export function suggestFormats(fit: ColumnFit, column: MappedColumn): FormatSuggestion | null {
  const thousands = perhapsThousands(fit);
  if (thousands !== null) return { forms: ['comma'], thousands, count: 0, lost: 0, turned: 0 };
  const better = betterFormats(fit, column);
  const [first] = better;
  if (!first) return null;
  return {
    forms: better.map(({ form }) => form),
    thousands,
    count: first.gained,
    lost: first.lost,
    turned: first.turned,
  };
}

interface OptionToChoose {
  /** What is kept of the choice. */
  own: string;
  name: string;
  /** Others have its name too: it is identified by its ID. */
  shared: boolean;
  id: string;
}

/** The values that a field is known to have. One that shares its name with another, or has none, is kept by its id, as no name is mistaken for it. */
export function optionsToChoose(config: MappedColumn['config']): OptionToChoose[] {
  const options = config?.config.options ?? [];
  const names = new Map<string, number>();
  for (const { name } of options) names.set(name, (names.get(name) ?? 0) + 1);
  return options.map(({ id, name }) => {
    const shared = name !== '' && names.get(name) !== 1;
    const own = name !== '' && !shared ? name : textOfId(id);
    return { own, name: name || id, shared, id };
  });
}
