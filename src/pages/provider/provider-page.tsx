import { useTranslations } from 'use-intl';
import { EmptyState } from '../../ui/empty-state';
import { Page } from '../../ui/page';

/** Nothing here yet. */
export function Component() {
  const t = useTranslations('common');
  return (
    <Page>
      <EmptyState title={t('none')} />
    </Page>
  );
}
