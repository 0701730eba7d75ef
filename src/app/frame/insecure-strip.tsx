import { useTranslations } from 'use-intl';
import { Notice } from '../../ui/display/notice';

/** What a page without a secure context says. */
export function InsecureStrip() {
  const t = useTranslations('frame');
  return (
    <Notice strip tone="staged" title={t('insecureTitle')}>
      {t('insecureText')}
    </Notice>
  );
}
