import { useMemo, useState } from 'react';
import type { RowPlace } from '../../../jobs/check/judge-again';
import { type CellFix, readingOf, withFixes } from '../../../transfer/in/mapping/fixed-cells';
import type { MappedColumn } from '../../../transfer/in/mapping/mapping';
import type { FileFacts } from '../../../transfer/in/worker/import-protocol';

/** Sets the text of a cell; null: back to the file. */
export type FixCell = (place: RowPlace, line: number, fieldId: string, text: string | null) => void;

/** Texts that did not fit their fields when they were left, by field. */
export type RefusedTexts = Readonly<Record<string, string>>;

/** Cells of the open file that the user fixed. */
export interface Fixes {
  /** The columns with what was fixed in them. */
  mapped: readonly MappedColumn[];
  /** Sets the text of a cell; null: back to the file. @returns the columns with it */
  set(line: number, fieldId: string, text: string | null): readonly MappedColumn[];
  /** What was typed in a line and could not be taken: it waits there. */
  refusedIn(line: number): RefusedTexts;
  /** Keeps a text that was left as it is; null: it waits no longer. */
  refuse(line: number, fieldId: string, text: string | null): void;
}

const none: readonly CellFix[] = [];
const noTexts: RefusedTexts = {};

/** What was fixed in cells stands as long as its file is open and its column is mapped as it was. */
export function useFixes(facts: FileFacts | null, mapped: readonly MappedColumn[]): Fixes {
  const [kept, setKept] = useState({ facts, fixes: none });
  const [waiting, setWaiting] = useState<{ facts: FileFacts | null; lines: Record<number, RefusedTexts> }>({
    facts,
    lines: {},
  });
  const refused = waiting.facts === facts ? waiting.lines : {};
  const fixes = kept.facts === facts ? kept.fixes : none;
  const fixed = useMemo(() => withFixes(mapped, fixes), [mapped, fixes]);
  return {
    mapped: fixed,
    set(line, fieldId, text) {
      const own = mapped.find(({ field_id }) => field_id === fieldId);
      if (!own) return fixed;
      const rest = fixes.filter((fix) => fix.line !== line || fix.column !== own.column);
      const next = text === null ? rest : [...rest, { line, column: own.column, text, as: readingOf(own) }];
      setKept({ facts, fixes: next });
      return withFixes(mapped, next);
    },
    refusedIn: (line) => refused[line] ?? noTexts,
    refuse(line, fieldId, text) {
      if (text === null && refused[line]?.[fieldId] === undefined) return;
      const { [fieldId]: _before, ...rest } = refused[line] ?? noTexts;
      setWaiting({ facts, lines: { ...refused, [line]: text === null ? rest : { ...rest, [fieldId]: text } } });
    },
  };
}
