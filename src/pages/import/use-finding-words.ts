import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { RowFinding, RowState } from '../../jobs/dry-run';
import { rowReasonKey, rowStateKeys } from '../../jobs/outcome-keys';

/** Says what a dry run found, in the language of the page. */
export function useFindingWords() {
  const t = useTranslations('import.check');
  const review = useTranslations('review');
  return useMemo(
    () => ({
      state: (state: RowState) => t(`states.${rowStateKeys[state]}`),
      reason({ state, reason, cells, twin }: RowFinding): string | null {
        const key = rowReasonKey(reason);
        if (key === undefined) return null;
        if (state === 'double' && twin) return t(reason === 'same-key-twice' ? 'keyOf' : 'recordOf', { line: twin });
        const said = review(`reasons.${key}`);
        const texts = cells.flatMap(({ unfit, text }) => (unfit && text ? [`“${text.slice(0, 40)}”`] : []));
        return reason === 'does-not-fit' ? `${said} ${texts.join(', ')}` : said;
      },
    }),
    [t, review],
  );
}
