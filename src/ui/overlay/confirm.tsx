import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { lazyPart } from '../layout/lazy-part';
import type { Question } from './popups';

const ConfirmDialog = lazyPart(async () => (await import('./popups')).ConfirmDialog);

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask>(async () => false);

/** Asks before something that matters: `if (await confirm({ title, text, action })) …`. Escape answers no. */
export function useConfirm(): Ask {
  return useContext(ConfirmContext);
}

interface OpenQuestion extends Question {
  answer: (yes: boolean) => void;
}

/** Holds the one alert dialog; `UiProvider` mounts it. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<OpenQuestion | null>(null);
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
      {asked ? <ConfirmDialog question={asked} open={open} onAnswer={close} /> : null}
    </ConfirmContext>
  );
}
