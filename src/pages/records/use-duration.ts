import { useTranslations } from 'use-intl';

/** Says seconds as people do: seconds up to a minute and a half, then minutes, then hours. */
export function useDuration(): (seconds: number) => string {
  const t = useTranslations('exporting');
  return (seconds) => {
    if (seconds < 90) return t('seconds', { count: Math.max(1, Math.ceil(seconds)) });
    const minutes = Math.ceil(seconds / 60);
    if (minutes < 90) return t('minutes', { count: minutes });
    return t('hours', { count: Math.round(minutes / 6) / 10 });
  };
}
