import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { RowFinding, RowState } from '../../jobs/dry-run';
import type { RowReason } from '../../storage/job-rows';

const stateKeys = {
  'will-update': 'will_update',
  'will-create': 'will_create',
  'no-change': 'no_change',
  refused: 'refused',
  invalid: 'invalid',
  asks: 'asks',
  unread: 'unread',
  conflict: 'conflict',
} as const satisfies Record<RowState, string>;

const reasonKeys = {
  gone: 'gone',
  'id-missing': 'id_missing',
  'not-an-id': 'not_an_id',
  'key-missing': 'key_missing',
  'key-empty': 'key_empty',
  'key-unmatched': 'key_unmatched',
  'same-key-twice': 'same_key_twice',
  'same-record-twice': 'same_record_twice',
  'does-not-fit': 'does_not_fit',
  'broken-line': 'broken_line',
  'several-match': 'several_match',
  'system-field': 'system_field',
  'no-fields': 'no_fields',
} as const satisfies Partial<Record<RowReason, string>>;

/** Says what a dry run found, in the language of the page. */
export function useFindingWords() {
  const t = useTranslations('import.check');
  const review = useTranslations('review');
  return useMemo(
    () => ({
      state: (state: RowState) => t(`states.${stateKeys[state]}`),
      reason({ reason, cells }: RowFinding): string | null {
        if (reason === null || !Object.hasOwn(reasonKeys, reason)) return null;
        const said = review(`reasons.${reasonKeys[reason as keyof typeof reasonKeys]}`);
        const texts = cells.flatMap(({ unfit, text }) => (unfit && text ? [`“${text.slice(0, 40)}”`] : []));
        return reason === 'does-not-fit' ? `${said} ${texts.join(', ')}` : said;
      },
    }),
    [t, review],
  );
}
