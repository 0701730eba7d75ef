import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { DwRecord } from '../../../contract/records';
import type { RowFinding, RowState } from '../../../jobs/check/dry-run';
import type { Misfit } from '../../../jobs/plan/changes';
import { liveValue } from '../../../jobs/plan/record-key';
import { fieldName, fieldText, fieldWith } from '../../../jobs/results/job-field';
import { rowReasonKey, textKey } from '../../../jobs/results/outcomes';
import type { JobField } from '../../../storage/job-rows';
import { unfitCells } from './unfit-cells';

/** The key of a row as it stands in the file: who looks for the other row, or for the records, has to know what by. */
function keyInWords({ key }: RowFinding, fields: readonly JobField[]): string {
  return Object.entries(key?.values ?? {})
    .map(([id, value]) => `${fieldName(fields, id)} “${fieldText(value, fieldWith(fields, id)).slice(0, 60)}”`)
    .join(', ');
}

/** The key of a record of the table, as it stands there. */
export function keyOfRecord(record: DwRecord, fields: readonly JobField[], keyFields: readonly string[]): string {
  return keyFields.map((id) => fieldText(liveValue(record, id), fieldWith(fields, id)).slice(0, 60)).join(' · ');
}

/** What a record is called that a row may mean: by its title where several have the key of the row. */
export function nameToChoose(
  record: DwRecord,
  { several, lost }: RowFinding,
  fields: readonly JobField[],
  keyFields: readonly string[],
): string {
  return ((several || lost) && record.title) || keyOfRecord(record, fields, keyFields);
}

/** Says what a dry run found, in the language of the page. */
export function useFindingWords() {
  const t = useTranslations('import.check');
  const review = useTranslations('review');
  return useMemo(
    () => ({
      misfit: ({ field_id, text, does }: Misfit, fields: readonly JobField[]) =>
        t(`misfit.${does}`, {
          field: fieldName(fields, field_id),
          text: text.slice(0, 40),
        }),
      /** What a row nearly equals, or finds by its key where no record has its id; null where it does neither, or several have its very key. `keyFields`: ids of the fields by which rows are matched. */
      near: (
        { near, nearTotal, several, lost, key }: RowFinding,
        fields: readonly JobField[],
        keyFields: readonly string[],
      ): string | null =>
        near && !several
          ? t(lost ? 'lost.is' : 'near.is', {
              text: Object.entries(key?.values ?? {})
                .map(([id, value]) => fieldText(value, fieldWith(fields, id)).slice(0, 60))
                .join(' · '),
              there: [...new Set(near.map((record) => `“${keyOfRecord(record, fields, keyFields)}”`))].join(', '),
              count: nearTotal ?? near.length,
            })
          : null,
      /** What somebody said that a row means; null where nobody did. */
      choice(finding: RowFinding, fields: readonly JobField[], keyFields: readonly string[]): string | null {
        const { chosen, near = [] } = finding;
        if (chosen === undefined) return null;
        const record = near.find(({ item_id }) => item_id === chosen);
        if (record) return t('near.rowUpdate', { name: nameToChoose(record, finding, fields, keyFields) });
        return t(chosen === 'create' ? 'near.create' : 'near.out', { count: 1 });
      },
      /** The earlier new row that a new row nearly equals; null without one. */
      alike: ({ alike }: RowFinding): string | null => (alike === undefined ? null : t('alike.is', { line: alike })),
      state: (state: RowState) => t(`states.${textKey(state)}`),
      /** `keyFields`: ids of the fields by which rows are matched. */
      reason(finding: RowFinding, fields: readonly JobField[], keyFields: readonly string[]): string | null {
        const { state, reason, twin } = finding;
        const key = rowReasonKey(reason);
        if (key === undefined) return null;
        if (state === 'double' && twin)
          return reason === 'same-key-twice'
            ? t('keyOf', { line: twin, key: keyInWords(finding, fields) })
            : t('recordOf', { line: twin, id: finding.record.item_id ?? keyInWords(finding, fields) });
        const unfit = unfitCells(finding, keyFields).map(({ field_id, text = '', own = text }) => {
          const field = fieldName(fields, field_id);
          return t('unfit', { field, text: own.slice(0, 40) });
        });
        // Both at once: who says first which record is meant would do it in vain. The text first, as the state says the rest where there is little room.
        if (reason === 'several-match')
          return [...unfit, t('severalMatch', { key: keyInWords(finding, fields) })].join(' · ');
        const noKey = reason === 'key-missing' || reason === 'key-empty';
        if (!noKey && reason !== 'does-not-fit') {
          const known = review(`reasons.${key}`, { line: String(finding.record.line ?? '') });
          return finding.lost ? [...unfit, known].join(' · ') : known;
        }
        if (noKey) return unfit.length === 0 ? t('keyBlank') : [...unfit, t('keyUnfit')].join(' · ');
        return unfit.join(' · ');
      },
    }),
    [t, review],
  );
}
