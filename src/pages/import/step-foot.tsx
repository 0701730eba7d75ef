import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button';
import { ArrowRightIcon } from '../../ui/more-icons';
import styles from './import.module.css';
import { type Step, steps } from './wizard';

interface StepFootProps {
  step: Step;
  stopOf(step: Step): string | null;
  onStep(step: Step): void;
}

/** On to the next step, or back. */
export function StepFoot({ step, stopOf, onStep }: StepFootProps) {
  const t = useTranslations('import');
  const place = steps.indexOf(step);
  const before = steps[place - 1];
  const next = steps[place + 1];
  return (
    <footer className={styles.foot}>
      {before ? <Button onClick={() => onStep(before)}>{t('back')}</Button> : null}
      {next && next !== 'file' ? (
        <Button kind="primary" icon={<ArrowRightIcon />} disabledReason={stopOf(next)} onClick={() => onStep(next)}>
          {t(`next.${next}`)}
        </Button>
      ) : null}
    </footer>
  );
}
