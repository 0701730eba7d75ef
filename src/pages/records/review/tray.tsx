import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import { Button } from '../../../ui/form/button';
import { EditIcon, RedoIcon, UndoIcon } from '../../../ui/icons/more-icons';
import { useConfirm } from '../../../ui/overlay/confirm';
import { Kbd } from '../../../ui/shortcuts/kbd';
import { keysOf } from '../../../ui/shortcuts/shortcuts';
import styles from './changes-tray.module.css';

interface TrayProps {
  drafts: DraftsOfTable;
  known: boolean;
  onReview: () => void;
  children: ReactNode;
}

/** How much has been changed and not sent, and what can be done with it. */
export function Tray({ drafts, known, onReview, children }: TrayProps) {
  const t = useTranslations('changes');
  const confirm = useConfirm();
  const { counts } = drafts;
  const nothing = counts.cells === 0;
  const changed = counts.records - counts.created;

  async function discard() {
    const question = { title: t('discardTitle', counts), text: t('discardText', counts), danger: true };
    if (await confirm({ ...question, action: t('discardAction', counts) })) drafts.discard();
  }

  return (
    <section aria-label={t('label')} className={styles.tray} data-empty={nothing || undefined}>
      <div className={styles.line}>
        <EditIcon />
        <p className={styles.text}>
          <span aria-live="polite">
            {nothing
              ? t('nothingToReview')
              : t.rich('count', { ...counts, changed, v: (chunks) => <b className="num">{chunks}</b> })}
          </span>
          {nothing ? null : <span className={styles.promise}> — {drafts.kept ? t('promise') : t('notKept')}</span>}
        </p>
        <Button
          kind="ghost"
          icon={<UndoIcon />}
          onClick={drafts.undo}
          disabledReason={drafts.canUndo ? null : t('nothingToUndo')}
          className={styles.step}
        >
          {t('undo')} <Kbd keys={keysOf('undo')} />
        </Button>
        <Button
          kind="ghost"
          icon={<RedoIcon />}
          onClick={drafts.redo}
          disabledReason={drafts.canRedo ? null : t('nothingToRedo')}
          className={styles.step}
        >
          {t('redo')} <Kbd keys={keysOf('redo')} />
        </Button>
        {nothing ? null : (
          <>
            <Button onClick={discard}>{t('discard')}</Button>
            <Button kind="primary" onClick={onReview} disabledReason={known ? null : t('tableUnknown')}>
              {t('review', counts)} <Kbd keys={keysOf('review')} />
            </Button>
          </>
        )}
      </div>
      {children}
    </section>
  );
}
