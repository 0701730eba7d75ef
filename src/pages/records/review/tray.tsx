import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isNewRecord, type Step } from '../../../edits/drafts';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import { commandOf } from '../../../grid/keyboard';
import { Button } from '../../../ui/form/button';
import { EditIcon, RedoIcon, UndoIcon } from '../../../ui/icons/later-icons';
import { useConfirm } from '../../../ui/overlay/confirm';
import { Kbd } from '../../../ui/shortcuts/kbd';
import { keysOf } from '../../../ui/shortcuts/shortcuts';
import { usePageCommand } from '../page-commands';
import styles from './tray.module.css';

interface TrayProps {
  drafts: DraftsOfTable;
  known: boolean;
  /** The name of a field. */
  nameOf(fieldId: string): string;
  onReview: () => void;
  /** The pressed button is gone: the focus returns to the cells. */
  onLeave: () => void;
  /** Above its line, whose buttons no passing notice covers. */
  children: ReactNode;
}

/** How much has been changed and not sent, and what can be done with it. */
export function Tray({ drafts, known, nameOf, onReview, onLeave, children }: TrayProps) {
  const t = useTranslations('changes');
  const confirm = useConfirm();
  const { counts } = drafts;
  const nothing = counts.cells === 0;
  const changed = counts.records - counts.created;

  const undone = drafts.lastUndone && undoneText(drafts.lastUndone);

  function undoneText({ cells }: Step): string {
    const [first] = cells;
    if (!first || cells.length > 1) return t('undidCells', { count: cells.length });
    const { title, item_id } = first.record;
    const record = isNewRecord(item_id) ? t('newRecord') : title || item_id;
    return t('undidCell', { field: nameOf(first.field_id), record });
  }

  function onKeyDown(event: KeyboardEvent) {
    const command = commandOf(event.nativeEvent)?.do;
    if (command !== 'undo' && command !== 'redo') return;
    event.preventDefault();
    drafts[command]();
    // The button that had the focus may be gone with the last change.
    onLeave();
  }

  async function discard() {
    const question = { title: t('discardTitle', counts), text: t('discardText', { ...counts, changed }), danger: true };
    if (!(await confirm({ ...question, action: t('discardAction', counts), movesFocus: true }))) return;
    drafts.discard();
    onLeave();
  }

  const step = (
    icon: ReactNode,
    label: string,
    keys: ReturnType<typeof keysOf>,
    onClick: () => void,
    disabledReason: string | null,
  ) => (
    <Button kind="ghost" icon={icon} onClick={onClick} disabledReason={disabledReason} className={styles.step}>
      {label} <Kbd keys={keys} />
    </Button>
  );
  usePageCommand('undo', drafts.canUndo ? drafts.undo : null);
  return (
    <section aria-label={t('label')} className={styles.tray} data-empty={nothing || undefined}>
      {children}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of its buttons, as in the cells */}
      <div className={styles.line} onKeyDown={onKeyDown}>
        <EditIcon />
        <p className={styles.text}>
          <span aria-live="polite">
            {undone ? `${undone} · ` : null}
            {nothing
              ? t('nothingToReview')
              : t.rich('count', { ...counts, changed, v: (chunks) => <b className="num">{chunks}</b> })}
          </span>
          {nothing || (undone && drafts.fault === null) ? null : (
            <span className={drafts.fault === null ? styles.promise : styles.notKept}>
              {' '}
              · {drafts.fault === null ? t('promise') : t(`notKept.${drafts.fault}`)}
            </span>
          )}
        </p>
        {/* First, because it asks: Enter right after a Tab too many takes nothing back. */}
        {nothing ? null : <Button onClick={discard}>{t('discard')}</Button>}
        {step(<UndoIcon />, t('undo'), keysOf('undo'), drafts.undo, drafts.canUndo ? null : t('nothingToUndo'))}
        {step(<RedoIcon />, t('redo'), keysOf('redo'), drafts.redo, drafts.canRedo ? null : t('nothingToRedo'))}
        {nothing ? null : (
          <Button kind="primary" onClick={onReview} disabledReason={known ? null : t('tableUnknown')}>
            {t('review', counts)} <Kbd keys={keysOf('review')} />
          </Button>
        )}
      </div>
    </section>
  );
}
