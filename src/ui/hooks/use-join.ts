import { useCallback } from 'react';
import { useTranslations } from 'use-intl';

/** Joins names as the language of the page does: `a, b` or `a、b`. */
export function useJoin(): (parts: readonly (string | number)[]) => string {
  const t = useTranslations('common');
  return useCallback((parts) => parts.join(t('comma')), [t]);
}
