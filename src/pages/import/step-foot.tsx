import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/form/button';
import { ArrowRightIcon } from '../../ui/icons/more-icons';
import { useShortcuts } from '../../ui/shortcuts/shortcuts';
import styles from './import.module.css';
import { type Step, steps } from './wizard';

/** What the main button of a step does, where that is not to go on. */
export interface MainAction {
  label: string;
  icon?: ReactNode;
  busy?: boolean;
  stop?: string | null;
  act(): void;
}

interface StepFootProps {
  step: Step;
  main: MainAction | null;
  stopOf(step: Step): string | null;
  onStep(step: Step): void;
}

/** What lies over the page has its own way on. */
const covering = '[role=dialog], [role=alertdialog], [role=listbox]';

/** The one place of what a step is left by: back, and its main button, which Ctrl or ⌘ with Enter presses from anywhere in the step. */
export function StepFoot({ step, main, stopOf, onStep }: StepFootProps) {
  const t = useTranslations('import');
  const place = steps.indexOf(step);
  const before = steps[place - 1];
  const next = steps[place + 1];
  const onward: MainAction | null =
    next && next !== 'file'
      ? { label: t(`next.${next}`), icon: <ArrowRightIcon />, stop: stopOf(next), act: () => onStep(next) }
      : null;
  const shown = main ?? onward;
  const button = useRef<HTMLButtonElement>(null);
  // A step with forty columns has a hundred lists before its main button.
  useShortcuts({
    nextStep(event) {
      if (event.repeat || event.defaultPrevented || document.querySelector(covering)) return;
      event.preventDefault();
      // What was being typed is taken first.
      button.current?.focus();
      button.current?.click();
    },
  });
  return (
    <footer className={styles.foot}>
      {before ? <Button onClick={() => onStep(before)}>{t('back')}</Button> : null}
      {shown ? (
        <Button
          ref={button}
          kind="primary"
          icon={shown.icon}
          busy={shown.busy}
          disabledReason={shown.stop}
          onClick={shown.act}
        >
          {shown.label}
        </Button>
      ) : null}
    </footer>
  );
}
