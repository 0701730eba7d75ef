import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/form/button';
import { SendButton } from '../../ui/form/send-button';
import { classNames } from '../../ui/hooks/class-names';
import { CheckIcon } from '../../ui/icons/icons';
import { ArrowRightIcon } from '../../ui/icons/later-icons';
import { Tooltip } from '../../ui/overlay/tooltip';
import { useShortcuts } from '../../ui/shortcuts/shortcuts';
import { type Step, steps } from './wizard';
import styles from './wizard-frame.module.css';

interface StepperProps {
  step: Step;
  /** Why a step cannot be entered yet, in words; null when it can. */
  stopOf(step: Step): string | null;
  onStep(step: Step): void;
}

/** The steps of the import: earlier ones can be reopened, later ones once their input is complete. */
export function Stepper({ step, stopOf, onStep }: StepperProps) {
  const t = useTranslations('import');
  const now = steps.indexOf(step);
  return (
    <nav aria-label={t('steps')} className={styles.stepper}>
      <ol>
        {steps.map((name, index) => {
          const stop = stopOf(name);
          const isDone = index < now && !stop;
          return (
            <li key={name}>
              <Tooltip label={stop ?? undefined}>
                <button
                  type="button"
                  aria-current={name === step ? 'step' : undefined}
                  aria-disabled={stop ? true : undefined}
                  onClick={stop ? undefined : () => onStep(name)}
                  className={classNames(styles.step, isDone && styles.done)}
                >
                  <span className={styles.stepNumber} aria-hidden>
                    {isDone ? <CheckIcon size={12} /> : index + 1}
                  </span>
                  {t(`step.${name}`)}
                </button>
              </Tooltip>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** What the main button of a step does, if not to continue. */
export interface MainAction {
  label: string;
  icon?: ReactNode;
  sends?: boolean;
  busy?: boolean;
  stop?: string | null;
  act(): void;
}

interface StepFootProps extends StepperProps {
  main: MainAction | null;
  /** The next step was pressed, and opens in a moment. */
  busy: boolean;
}

/** Dialogs over the page have their own buttons. */
const covering = '[role=dialog], [role=alertdialog], [role=listbox]';

/** The one place of what a step is left by: back, and its main button, which Ctrl or ⌘ with Enter presses from anywhere in the step. */
export function StepFoot({ step, main, stopOf, onStep, busy }: StepFootProps) {
  const t = useTranslations('import');
  const place = steps.indexOf(step);
  const before = steps[place - 1];
  const next = steps[place + 1];
  const onward: MainAction | null =
    next && next !== 'file'
      ? { label: t(`next.${next}`), icon: <ArrowRightIcon />, busy, stop: stopOf(next), act: () => onStep(next) }
      : null;
  const shown = main ?? onward;
  const MainButton = shown?.sends ? SendButton : Button;
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
      {before ? (
        <Button inert={main?.busy} onClick={() => onStep(before)}>
          {t('back')}
        </Button>
      ) : null}
      {shown ? (
        <MainButton
          ref={button}
          kind="primary"
          icon={shown.icon}
          busy={shown.busy}
          disabledReason={shown.stop}
          onClick={shown.act}
        >
          {shown.label}
        </MainButton>
      ) : null}
    </footer>
  );
}
