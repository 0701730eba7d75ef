import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { classNames } from '../hooks/class-names';
import styles from './tabs.module.css';

interface TabItem<Value extends string> {
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
  /** False where something in the panel is reached by Tab at once: then the panel itself need not be. */
  panelStop?: boolean;
  /** Controls after the tabs, before the panel. */
  end?: ReactNode;
  /** What belongs to the chosen tab. */
  children: ReactNode;
}

/** A tab list and the panel of the chosen tab. The caller owns which one is chosen; arrows only move the focus, Enter chooses. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const {
    label,
    value,
    onChange,
    items,
    look = 'segmented',
    wide,
    className,
    panelClassName,
    panelStop = true,
    end,
    children,
  } = props;
  const id = useId();
  return (
    <div className={className}>
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={walk}
        className={classNames(styles[look], wide && styles.wide)}
      >
        {items.map((item) => {
          const chosen = item.value === value;
          return (
            <button
              key={item.value}
              type="button"
              role="tab"
              id={`${id}-${item.value}`}
              aria-selected={chosen}
              aria-controls={chosen ? `${id}-panel` : undefined}
              tabIndex={chosen ? 0 : -1}
              data-active={chosen || undefined}
              onClick={() => onChange(item.value)}
              className={styles.tab}
            >
              {item.label}
              {item.count === undefined ? null : (
                <span className={styles.count} aria-hidden="true">
                  {item.count}
                </span>
              )}
            </button>
          );
        })}
      </div>
      {end}
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        tabIndex={panelStop ? 0 : undefined}
        className={panelClassName}
      >
        {children}
      </div>
    </div>
  );
}

function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.indexOf(event.target as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  tabs[to % tabs.length]?.focus();
}
