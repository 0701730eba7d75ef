import { useTranslations } from 'use-intl';
import { Dialog } from '../../ui/overlay/dialog';
import { ShortcutsList } from '../../ui/shortcuts/shortcuts-list';
import { showDialog, useOpenDialog } from './open-dialog';

/** The keyboard shortcuts, opened by `?`. */
export function ShortcutsDialog() {
  const t = useTranslations('frame');
  return (
    <Dialog open={useOpenDialog() === 'shortcuts'} onClose={() => showDialog(null)} title={t('shortcuts')}>
      <ShortcutsList />
    </Dialog>
  );
}
