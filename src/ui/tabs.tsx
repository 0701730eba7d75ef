import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './tabs.module.css';

export interface TabItem<Value extends string> {
  value: Value;
  label: string;
  /** A quiet number after the label; nothing while it is not known. */
  count?: ReactNode;
}

export interface TabsProps<Value extends string> {
  /** The name of the tab list. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  items: readonly TabItem<Value>[];
  /** `segmented` (default) for a few short tabs, `line` for page sections. */
  look?: 'segmented' | 'line';
  /** Tabs share the width evenly. */
  wide?: boolean;
  className?: string;
  panelClassName?: string;
  /** What belongs to the chosen tab. */
  children: ReactNode;
}

/** A tab list and the panel of the chosen tab. The caller owns which one is chosen. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, onChange, items, look = 'segmented', wide, className, panelClassName, children } = props;
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onChange(next as Value)} className={className}>
      <BaseTabs.List
        aria-label={label}
        activateOnFocus={false}
        className={classNames(styles[look], wide && styles.wide)}
      >
        {items.map((item) => (
          <BaseTabs.Tab key={item.value} value={item.value} className={styles.tab}>
            {item.label}
            {item.count === undefined ? null : (
              <span className={styles.count} aria-hidden="true">
                {item.count}
              </span>
            )}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel value={value} className={panelClassName}>
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  );
}

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
