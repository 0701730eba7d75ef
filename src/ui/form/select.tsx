import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Select as Base } from '@base-ui/react/select';
import { type ReactNode, useRef, useState } from 'react';
import { classNames } from '../hooks/class-names';
import { useTypedWord } from '../hooks/use-typed-word';
import { CheckIcon, ChevronDownIcon } from '../icons/icons';
import styles from '../layout/tabs.module.css';
import { useFocusBack } from '../overlay/focus-back';
import { useClosedByBack } from '../overlay/leaving';
import popup from '../overlay/popup.module.css';
import { Field, type FieldTexts } from './field';
import fieldStyles from './field.module.css';
import listFiltersStyles from './list-filters.module.css';
import { SearchField } from './text-field';

export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  /** A second, quieter text beside the label. */
  hint?: string;
  icon?: ReactNode;
  disabled?: boolean;
}

export interface SelectProps<Value extends string> extends FieldTexts {
  value: Value | null;
  onChange: (value: Value) => void;
  options: readonly Option<Value>[];
  placeholder?: string;
  size?: 'small' | 'normal';
  disabled?: boolean;
  className?: string;
  /** An option was taken, be it the one that was chosen before; may move the focus on. */
  onTaken?(): void;
}

/** One of a few options; role `combobox`, named by its label. For many options, or to type: `Combobox`. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hideLabel, hint, error, value, onChange, options, placeholder, size, disabled, className } = props;
  const chosen = options.find((option) => option.value === value);
  const [open, setOpen] = useState(false);
  useClosedByBack(open, () => setOpen(false));
  const trigger = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const isTaken = useRef(false);
  // At once: a key pressed while the list fades away is for what comes next.
  useFocusBack(open, list, () => {
    if (!list.current) return;
    trigger.current?.focus({ preventScroll: true });
    if (isTaken.current) props.onTaken?.();
  });
  const onTyped = useTypedWord(options.filter((option) => !option.disabled).map((option) => option.label));
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      {({ id, describedBy, invalid }) => (
        <Base.Root
          value={value}
          onValueChange={(next) => {
            if (next !== null) onChange(next);
          }}
          items={options as Option<Value>[]}
          disabled={disabled}
          open={open}
          onOpenChange={(next, { reason }) => {
            isTaken.current = reason === 'item-press';
            setOpen(next);
          }}
        >
          <Base.Trigger
            ref={trigger}
            id={id}
            aria-label={label}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            onKeyDownCapture={onTyped}
            className={classNames(fieldStyles.box, size === 'small' && fieldStyles.small)}
          >
            {chosen?.icon}
            <span className={classNames(fieldStyles.value, !chosen && fieldStyles.placeholder)}>
              <span>{chosen?.label ?? placeholder}</span>
              {chosen?.hint ? <span className={fieldStyles.valueHint}>{chosen.hint}</span> : null}
            </span>
            <ChevronDownIcon />
          </Base.Trigger>
          <Base.Portal>
            <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className={popup.positioner}>
              <Base.Popup ref={list} finalFocus={false} onKeyDownCapture={onTyped} className={popup.popup}>
                <Base.List>
                  {options.map((option) => (
                    <Base.Item
                      key={option.value}
                      value={option.value}
                      label={option.label}
                      disabled={option.disabled}
                      className={popup.item}
                    >
                      {option.icon}
                      <Base.ItemText className={popup.itemText}>
                        <span>{option.label}</span>
                        {option.hint ? <span className={popup.hint}>{option.hint}</span> : null}
                      </Base.ItemText>
                      <Base.ItemIndicator className={popup.check}>
                        <CheckIcon />
                      </Base.ItemIndicator>
                    </Base.Item>
                  ))}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
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
        <Radio.Root
          key={option.value}
          value={option.value}
          aria-label={option.label}
          // The group itself goes on from where it was when another control has changed the value.
          tabIndex={option.value === value ? 0 : -1}
          className={styles.tab}
        >
          {option.icon}
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}

/** One more way to narrow a list: a few options, of which one is chosen. */
interface ListChoice {
  label: string;
  value: string;
  options: readonly Option[];
  onChange(value: string): void;
}

interface ListFiltersProps {
  /** Name of the search field, and what can be typed there. */
  label: string;
  hint: string;
  find: string;
  onFind(find: string): void;
  choices: readonly ListChoice[];
}

/** What a list is narrowed to: a text, and choices beside it. */
export function ListFilters({ label, hint, find, onFind, choices }: ListFiltersProps) {
  return (
    <div className={listFiltersStyles.filters}>
      <SearchField
        label={label}
        hideLabel
        placeholder={hint}
        value={find}
        onChange={onFind}
        className={listFiltersStyles.find}
      />
      {choices.map((choice) => (
        <Select
          key={choice.label}
          label={choice.label}
          hideLabel
          value={choice.value}
          onChange={choice.onChange}
          options={choice.options}
          className={listFiltersStyles.choice}
        />
      ))}
    </div>
  );
}
