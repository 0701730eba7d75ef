import { useTranslations } from 'use-intl';

/** A length of time in words, as exact as anybody needs it. @returns a function of seconds */
export function useDuration(): (seconds: number) => string {
  const t = useTranslations('import.check');
  return (seconds) => {
    if (seconds < 90) return t('seconds', { count: Math.max(1, Math.ceil(seconds)) });
    if (seconds < 90 * 60) return t('minutes', { count: Math.round(seconds / 60) });
    return t('hours', { count: Math.round(seconds / 360) / 10 });
  };
}
