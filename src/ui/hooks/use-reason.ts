import { useTranslations } from 'use-intl';

/** What a failed call says of itself. */
export interface Reported {
  message?: string;
  /** Why there is no answer, or none that is one; then `message` is the console's or the browser's own. */
  fault?: 'empty' | 'notJson' | 'notEnvelope' | 'noCode' | 'noMessage' | 'broke' | 'late' | null;
}

/** Says it: the platform's own words as they came, the console's in the language of the person. */
export function useReason(): (error: Reported) => string {
  const t = useTranslations('errors.answer');
  return ({ message, fault }) => (fault ? t(fault) : (message ?? ''));
}
