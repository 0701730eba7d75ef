import { useTranslations } from 'use-intl';
import type { FailedCall } from './api-error-notice';

/** Says what a failed call reports: the platform's own words as they came, the console's in the language of the person. */
export function useReason(): (error: Pick<FailedCall, 'message' | 'fault'>) => string {
  const t = useTranslations('errors.answer');
  return ({ message, fault }) => (fault ? t(fault) : (message ?? ''));
}
