import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { useTranslations } from 'use-intl';
import { Button } from '../form/button';
import { classNames } from '../hooks/class-names';
import styles from './confirm.module.css';
import dialog from './dialog.module.css';
import type { Question } from './question';

interface ConfirmDialogProps {
  question: Question;
  open: boolean;
  onAnswer(yes: boolean): void;
}

/** The one alert dialog. */
export function ConfirmDialog({ question, open, onAnswer }: ConfirmDialogProps) {
  const t = useTranslations('common');
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onAnswer(false);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={dialog.backdrop} />
        <Base.Viewport className={dialog.viewport}>
          <Base.Popup className={classNames(dialog.dialog, dialog.small)}>
            <div className={styles.body}>
              <Base.Title className={dialog.title}>{question.title}</Base.Title>
              <Base.Description render={<div />} className={styles.text}>
                {question.text}
              </Base.Description>
            </div>
            <footer className={dialog.footer}>
              <Button onClick={() => onAnswer(false)}>{question.cancel ?? t('cancel')}</Button>
              <Button kind={question.danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
                {question.action}
              </Button>
            </footer>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
