import { Progress } from '@base-ui/react/progress';
import { classNames } from './class-names';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** The name of what goes on. */
  label: string;
  /** Done so far; `null` when the whole is not known. */
  value: number | null;
  max?: number;
  tone?: 'accent' | 'good' | 'bad' | 'staged';
}

/** How far a piece of work is. */
export function ProgressBar({ label, value, max = 100, tone = 'accent' }: ProgressBarProps) {
  return (
    <Progress.Root aria-label={label} value={value} max={max}>
      <Progress.Track className={styles.track}>
        <Progress.Indicator className={classNames(styles.bar, styles[tone])} />
      </Progress.Track>
    </Progress.Root>
  );
}
