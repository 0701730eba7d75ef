import { useTranslations } from 'use-intl';
import { Button } from '../../ui/form/button';
import { TrashIcon } from '../../ui/icons/more-icons';
import { useConfirm } from '../../ui/overlay/confirm';
import { showToast } from '../../ui/overlay/toast';

/** Deletes every event, after a question. */
export function WipeButton({ count, wipe }: { count: number; wipe: () => Promise<void> }) {
  const t = useTranslations('events');
  const confirm = useConfirm();

  async function ask() {
    const question = { title: t('wipeTitle'), text: t('wipeText', { count }), action: t('wipeAction', { count }) };
    if (!(await confirm({ ...question, danger: true }))) return;
    try {
      await wipe();
      showToast({ kind: 'good', title: t('wiped') });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      showToast({ kind: 'bad', title: t('wipeFailed'), text });
    }
  }

  return (
    <Button icon={<TrashIcon />} onClick={ask} disabledReason={count === 0 ? t('nothingToWipe') : null}>
      {t('wipe')}
    </Button>
  );
}
