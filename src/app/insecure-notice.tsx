import { useTranslations } from 'use-intl';
import { Notice } from '../ui/notice';

/** Neither HTTPS nor loopback: the browser gives no WebCrypto, locks or clipboard, and the console stays read-only. */
export function InsecureNotice() {
  const t = useTranslations('frame');
  if (window.isSecureContext) return null;
  return (
    <Notice strip tone="staged" title={t('insecureTitle')}>
      {t('insecureText')}
    </Notice>
  );
}
