import { useTranslations } from 'use-intl';
import { Notice } from '../../ui/display/notice';

/** A question that the engine could not answer, in its words. */
export function QueryFailed({ error }: { error: Error }) {
  const t = useTranslations('insight');
  return (
    <Notice tone="bad" title={t('failed')}>
      <span className="mono">{error.message}</span>
    </Notice>
  );
}
