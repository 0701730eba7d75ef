import { useCallback } from 'react';
import { useTranslations } from 'use-intl';

/** A duration in words, as exact as needed. @returns a function of seconds */
export function useDuration(): (seconds: number) => string {
  const t = useTranslations('common.duration');
  return (seconds) => {
    if (seconds < 90) return t('seconds', { count: Math.max(1, Math.ceil(seconds)) });
    const minutes = Math.ceil(seconds / 60);
    if (minutes < 90) return t('minutes', { count: minutes });
    return t('hours', { count: Math.round(minutes / 6) / 10 });
  };
}

/** Joins names as the language of the page does: `a, b` or `a、b`. */
export function useJoin(): (parts: readonly (string | number)[]) => string {
  const t = useTranslations('common');
  return useCallback((parts) => parts.join(t('comma')), [t]);
}
