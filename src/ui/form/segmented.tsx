import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { classNames } from '../hooks/class-names';
import styles from '../layout/tabs.module.css';

export interface SegmentedProps<Value extends string> {
  /** The name of the group. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
}

/** One of two to five choices, all visible: a radio group that looks like tabs but owns no panel. */
export function Segmented<Value extends string>({ label, value, onChange, options }: SegmentedProps<Value>) {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className={classNames(styles.segmented, styles.fit)}
    >
      {options.map((option) => (
        <Radio.Root key={option.value} value={option.value} aria-label={option.label} className={styles.tab}>
          {option.icon}
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
