import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { DwRecord } from '../../../contract/records';
import { unfitCells } from '../../../jobs/check/check-counts';
import type { RowFinding, RowState } from '../../../jobs/check/dry-run';
import { fieldName, fieldText, fieldWith } from '../../../jobs/table/job-field';
import { liveValue } from '../../../jobs/table/record-key';
import { rowReasonKey, textKey } from '../../../jobs/table/row-reasons';
import type { CheckRow, JobField } from '../../../storage/job-rows';
import { useJoin } from '../../../ui/hooks/use-phrases';

const longestKey = 60;
const longestText = 40;

/** Texts of a check's findings, in the language of the page. */
export function useFindingWords({ fields, update_by_fields: keyFields }: CheckRow) {
  const t = useTranslations('import.check');
  const review = useTranslations('review');
  const join = useJoin();
  return useMemo(() => {
    /** What a record is called that a row may mean: by its title where several have the key of the row. */
    const nameOf = (record: DwRecord, { several, unknownId }: RowFinding): string =>
      ((several || unknownId) && record.title) || keyOfRecord(record, fields, keyFields);
    const unfitTexts = ({ record }: RowFinding): string[] =>
      (record.misfits ?? []).map(({ field_id, text, does }) =>
        t(`misfit.${does}`, { field: fieldName(fields, field_id), text: text.slice(0, longestText) }),
      );
    return {
      nameOf,
      unfitTexts,
      /** What leaves the fields of the record as they are: blanks, and texts that do not fit. */
      keptAsTheyAre: (finding: RowFinding): string[] => [
        ...(finding.keptByBlank ?? []).map((id) => t('blankLeaves', { field: fieldName(fields, id) })),
        ...unfitTexts(finding),
      ],
      /** What a row is similar to, or finds by its key where no record has its id; null where it does neither, or several have its very key. */
      similar({ candidates, candidatesInAll, several, unknownId, key }: RowFinding): string | null {
        if (!candidates || several) return null;
        const there = join([...new Set(candidates.map((record) => `“${keyOfRecord(record, fields, keyFields)}”`))]);
        const texts = Object.entries(key?.values ?? {}).map(([id, value]) => fieldText(value, fieldWith(fields, id)));
        const text = texts.map((own) => own.slice(0, longestKey)).join(' · ');
        return t(unknownId ? 'lost.is' : 'near.is', { text, there, count: candidatesInAll ?? candidates.length });
      },
      /** The choice made for a row; null if none. */
      choice(finding: RowFinding): string | null {
        const { chosen, candidates = [] } = finding;
        if (chosen === undefined) return null;
        const record = candidates.find(({ item_id }) => item_id === chosen);
        if (record) return t('near.rowUpdate', { name: nameOf(record, finding) });
        return t(chosen === 'create' ? 'near.create' : 'near.out');
      },
      state: (state: RowState) => t(`states.${textKey(state)}`),
      /** Why a row is not sent, or not at once; null where nothing speaks against it. */
      reason(finding: RowFinding): string | null {
        const { state, reason, twin, record } = finding;
        const key = rowReasonKey(reason);
        if (key === undefined) return null;
        if (state === 'duplicate' && twin)
          return reason === 'same-key-twice'
            ? t('keyOf', { line: twin, key: join(keyInWords(finding, fields)) })
            : t('recordOf', { line: twin, id: record.item_id ?? join(keyInWords(finding, fields)) });
        const unfit = unfitCells(finding, keyFields).map(({ field_id, text = '', own = text }) =>
          t('unfit', { field: fieldName(fields, field_id), text: own.slice(0, longestText) }),
        );
        // Both at once: choosing a record alone would not help. The text first, as the state has the rest where space is short.
        if (reason === 'several-match')
          return [...unfit, t('severalMatch', { key: join(keyInWords(finding, fields)) })].join(' · ');
        if (reason === 'key-missing' || reason === 'key-empty')
          return unfit.length === 0 ? t('keyBlank') : [...unfit, t('keyUnfit')].join(' · ');
        if (reason === 'does-not-fit') return unfit.join(' · ');
        const known = review(`reasons.${key}`, { line: String(record.line ?? '') });
        return finding.unknownId ? [...unfit, known].join(' · ') : known;
      },
    };
  }, [t, review, join, fields, keyFields]);
}

/** The key of a row as in the file, to find the other row or the records. */
function keyInWords({ key }: RowFinding, fields: readonly JobField[]): string[] {
  return Object.entries(key?.values ?? {}).map(
    ([id, value]) => `${fieldName(fields, id)} “${fieldText(value, fieldWith(fields, id)).slice(0, longestKey)}”`,
  );
}

/**
 * The key of a record, as in the table.
 * @param said what is written beside it, and not repeated
 */
export function keyOfRecord(
  record: DwRecord,
  fields: readonly JobField[],
  keyFields: readonly string[],
  said: string | null = null,
): string {
  return keyFields
    .map((id) => fieldText(liveValue(record, id), fieldWith(fields, id)))
    .filter((text) => text !== said)
    .map((text) => text.slice(0, longestKey))
    .join(' · ');
}
