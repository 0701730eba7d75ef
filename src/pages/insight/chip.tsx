import type { ReactNode } from 'react';
import { CloseIcon } from '../../ui/icons/icons';
import styles from './insight.module.css';

interface ChipProps {
  label: string;
  removeLabel: string;
  onRemove(): void;
  /** What of it can be changed. */
  children?: ReactNode;
}

/** A part of a question, which can be taken out of it. */
export function Chip({ label, removeLabel, onRemove, children }: ChipProps) {
  return (
    <span className={styles.chip}>
      <span className={styles.chipLabel}>{label}</span>
      {children}
      <button type="button" className={styles.chipPart} aria-label={removeLabel} onClick={onRemove}>
        <CloseIcon size={12} />
      </button>
    </span>
  );
}
