import { classNames } from '../hooks/class-names';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** The name of what runs. */
  label: string;
  /** Done so far; `null` when the whole is not known. */
  value: number | null;
  max?: number;
  tone?: 'accent' | 'good' | 'bad' | 'staged';
}

/** How far a piece of work is. */
export function ProgressBar({ label, value, max = 100, tone = 'accent' }: ProgressBarProps) {
  const known = value !== null;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={known ? value : undefined}
      aria-valuetext={known ? `${Math.round((value / max) * 100)}%` : undefined}
      className={styles.track}
    >
      <div
        className={classNames(styles.bar, styles[tone], !known && styles.unknown)}
        style={known ? { translate: `${(value / max) * 100 - 100}%` } : undefined}
      />
    </div>
  );
}
