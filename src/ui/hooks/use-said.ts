import { useTranslations } from 'use-intl';
import { isFailedCall, sentencesOf } from '../display/api-error-notice';
import { useReason } from './use-reason';

/** A failure in one line: what kind it is in the language of the person, and the platform's own words as they came. */
export function useSaid(): (error: unknown) => string {
  const t = useTranslations('errors');
  const common = useTranslations('common');
  const reason = useReason();
  return (error) => {
    if (!isFailedCall(error)) return error instanceof Error ? error.message : String(error);
    const title = t(`${sentencesOf(error)}.title`);
    // What a browser or the gateway says of a lost line is for the details: it is in their language.
    if (error.kind === 'no-answer') return title;
    return [title, reason(error)].filter(Boolean).join(common('colon'));
  };
}
