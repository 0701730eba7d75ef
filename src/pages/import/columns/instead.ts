import { isNumber } from '../../../contract/field-kinds';
import { textOfId } from '../../../edits/text-of-id';
import { otherReaderOf, readerOf } from '../../../transfer/in/mapping/convert';
import { type ColumnFit, unfitOf } from '../../../transfer/in/mapping/fit';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';
import type { OtherForm } from '../../../transfer/in/mapping/other-forms';
import type { WrittenForm } from '../../../transfer/in/mapping/written-form';

/** How a column fits with what was said of its texts, before its rows are counted anew: how often each text occurs is known. */
export interface FitNow {
  unfit: number;
  mended: number;
  examples: ColumnFit['unfitExamples'];
}

/** Whether a text that a person says instead of another becomes a value of a column. */
export function becomesValue(column: MappedColumn): (text: string) => boolean {
  const read = otherReaderOf(column);
  return (text) => (read(text)?.unfit ?? null) === null;
}

/** @param fit of the column, counted with these or with other words on its texts */
export function fitNow(fit: ColumnFit, column: MappedColumn): FitNow {
  const becomes = becomesValue(column);
  const said = new Set((column.instead ?? []).filter(([, other]) => becomes(other)).map(([text]) => text));
  let mended = 0;
  for (const text of said) mended += fit.unfitTexts.get(text)?.count ?? 0;
  return {
    mended,
    unfit: unfitOf(fit) + fit.mended - mended,
    examples: fit.unfitExamples.filter(({ text }) => !said.has(text)),
  };
}

/** Of two forms that read as much, the one that leaves less open. */
const closer: Partial<Record<WrittenForm, WrittenForm>> = {
  'day-first-short': 'day-first',
  'month-first-short': 'month-first',
};

/** The ways of writing in which most more of a column would fit than now; several where nobody can tell them apart, none where no more would. */
export function betterForms({ forms, unfitTexts }: ColumnFit, column: MappedColumn): OtherForm[] {
  const said = new Set(column.instead?.map(([text]) => text));
  const counted = forms.map(({ form, gained, ...other }): OtherForm => {
    const read = readerOf({ ...column, written: form });
    let open = gained;
    for (const [text, { count }] of unfitTexts) if (said.has(text) && read(text)?.unfit === null) open -= count;
    return { form, gained: open, ...other };
  });
  const most = Math.max(0, ...counted.map(({ gained, lost }) => gained - lost));
  const best = counted.filter(({ gained, lost }) => most > 0 && gained - lost === most);
  return best.filter(({ form }) => !best.some((other) => other.form === closer[form]));
}

const pointedThousands = /^[+-]?\d{1,3}(\.\d{3})+$/;
/** One such number may have three decimals by chance. */
const fewest = 2;

/** A number that is read with decimals although the points of its column look as if they set thousands apart; null where none does. */
export function perhapsThousands(samples: readonly string[], { kind, written }: MappedColumn): string | null {
  if (!isNumber(kind) || written !== undefined) return null;
  const numbers = samples.filter((text) => /\d/.test(text));
  return numbers.length >= fewest && numbers.every((text) => pointedThousands.test(text)) ? (numbers[0] ?? null) : null;
}

/** Whether a column under the id of its field, whose texts are read as names, may hold ids all the same: each text of it is one too, of another option at least once. */
export function perhapsIds({ forms }: ColumnFit, head: string, { field_id }: MappedColumn): OtherForm | null {
  const ids = head === field_id ? forms.find(({ form }) => form === 'ids') : undefined;
  return ids && ids.gained === 0 && ids.lost === 0 && ids.turned > 0 ? ids : null;
}

interface MeantOption {
  /** What is kept of the choice. */
  own: string;
  name: string;
  /** Others have its name too: it is told by its id and its place, from 1. */
  shared: boolean;
  id: string;
  place: number;
  of: number;
}

/** The values that a field is known to have. One that shares its name with another, or has none, is kept by its id, as no name is mistaken for it. */
export function meantOptions(config: MappedColumn['config']): MeantOption[] {
  const options = config?.config.options ?? [];
  const names = new Map<string, number>();
  for (const { name } of options) names.set(name, (names.get(name) ?? 0) + 1);
  return options.map(({ id, name }, index) => {
    const shared = name !== '' && names.get(name) !== 1;
    const own = name !== '' && !shared ? name : textOfId(id);
    return { own, name: name || id, shared, id, place: index + 1, of: options.length };
  });
}
