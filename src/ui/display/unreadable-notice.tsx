import { useTranslations } from 'use-intl';
import { Button } from '../form/button';
import { useConfirm } from '../overlay/confirm';
import { Notice } from './notice';

interface UnreadableNoticeProps {
  kind: 'job' | 'drafts';
  /** Of the job, or of the table. */
  id: string;
  /** Entries that cannot be read. */
  count: number;
  /** Why it cannot be saved here; null: it can. */
  cannotSave?: string | null;
  onSave(): void;
  onDelete(): void;
}

/** Something that is stored and cannot be read by this version, with the two ways to deal with it. */
export function UnreadableNotice({ kind, id, count, cannotSave = null, onSave, onDelete }: UnreadableNoticeProps) {
  const t = useTranslations('settings');
  const confirm = useConfirm();
  const name = t(`unreadable.${kind}`, { id, count });

  async function remove() {
    const question = { title: t('unreadable.deleteTitle'), text: `${name} ${t('unreadable.deleteText')}` };
    if (await confirm({ ...question, action: t('wipe'), danger: true })) onDelete();
  }

  return (
    <Notice
      tone="unknown"
      title={name}
      actions={
        <>
          <Button size="small" onClick={onSave} disabledReason={cannotSave}>
            {t('unreadable.save')}
          </Button>
          <Button size="small" kind="danger" onClick={remove}>
            {t('wipe')}
          </Button>
        </>
      }
    >
      {t('unreadable.text')}
    </Notice>
  );
}
