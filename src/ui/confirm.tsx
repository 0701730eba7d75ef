import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button';
import { classNames } from './class-names';
import styles from './confirm.module.css';
import dialog from './dialog.module.css';

export interface Question {
  title: string;
  /** What happens, with numbers, and whether it can be undone. */
  text: ReactNode;
  /** The verb on the button that does it: "Send 412 rows". */
  action: string;
  /** The verb on the button that does not; "Cancel" unless told. */
  cancel?: string;
  danger?: boolean;
}

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask>(async () => false);

/** Asks before something that matters: `if (await confirm({ title, text, action })) …`. Escape answers no. */
export function useConfirm(): Ask {
  return useContext(ConfirmContext);
}

interface Asked extends Question {
  answer: (yes: boolean) => void;
}

/** Holds the one alert dialog; `UiProvider` mounts it. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('common');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);

  const ask = useCallback<Ask>(
    (question) =>
      new Promise((answer) => {
        setAsked({ ...question, answer });
        setOpen(true);
      }),
    [],
  );

  function close(yes: boolean) {
    asked?.answer(yes);
    setOpen(false);
  }

  return (
    <ConfirmContext value={ask}>
      {children}
      <Base.Root open={open} onOpenChange={(next) => (next ? setOpen(true) : close(false))}>
        <Base.Portal>
          <Base.Backdrop className={dialog.backdrop} />
          <Base.Viewport className={dialog.viewport}>
            <Base.Popup className={classNames(dialog.dialog, dialog.small)}>
              <div className={styles.body}>
                <Base.Title className={dialog.title}>{asked?.title}</Base.Title>
                <Base.Description render={<div />} className={styles.text}>
                  {asked?.text}
                </Base.Description>
              </div>
              <footer className={dialog.footer}>
                <Button onClick={() => close(false)}>{asked?.cancel ?? t('cancel')}</Button>
                <Button kind={asked?.danger ? 'danger' : 'primary'} onClick={() => close(true)}>
                  {asked?.action}
                </Button>
              </footer>
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.Root>
    </ConfirmContext>
  );
}
