import { useTranslations } from 'use-intl';
import { classNames } from '../../ui/hooks/class-names';
import { CheckIcon } from '../../ui/icons/icons';
import { Tooltip } from '../../ui/overlay/tooltip';
import styles from './import.module.css';
import { type Step, steps } from './wizard';

interface StepperProps {
  step: Step;
  /** Why a step cannot be entered yet, in words; null when it can. */
  stopOf(step: Step): string | null;
  onStep(step: Step): void;
}

/** The steps of the import: those before can be gone back to, those after as far as what they need is there. */
export function Stepper({ step, stopOf, onStep }: StepperProps) {
  const t = useTranslations('import');
  const now = steps.indexOf(step);
  return (
    <nav aria-label={t('steps')} className={styles.stepper}>
      <ol>
        {steps.map((name, index) => {
          const stop = stopOf(name);
          return (
            <li key={name}>
              <Tooltip label={stop ?? undefined}>
                <button
                  type="button"
                  aria-current={name === step ? 'step' : undefined}
                  aria-disabled={stop ? true : undefined}
                  onClick={stop ? undefined : () => onStep(name)}
                  className={classNames(styles.step, index < now && !stop && styles.done)}
                >
                  <span className={styles.stepNumber} aria-hidden>
                    {index < now && !stop ? <CheckIcon size={12} /> : index + 1}
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
