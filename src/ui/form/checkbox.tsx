import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';
import { CheckIcon } from '../icons/icons';
import { MinusIcon } from '../icons/later-icons';
import styles from './checkbox.module.css';

interface ToggleProps {
  /** The name; pass a text even when it is hidden. */
  label: string;
  hideLabel?: boolean;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Why it cannot be changed now; shown beside the label. */
  disabledReason?: string | null | false;
}

export interface CheckboxProps extends ToggleProps {
  /** Some of its items are checked. */
  indeterminate?: boolean;
  /** It cannot be changed, and its items show why. */
  disabled?: boolean;
  /** -1 in a group that is one stop of the Tab key, while the stop is elsewhere. */
  tabIndex?: number;
}

/** A check box with its label. */
export function Checkbox({ indeterminate, disabled = false, tabIndex, ...props }: CheckboxProps) {
  const id = useId();
  const texts = toggleTexts(props, id);
  return (
    <div className={styles.toggle}>
      <BaseCheckbox.Root
        id={id}
        checked={props.checked}
        onCheckedChange={props.onChange}
        indeterminate={indeterminate}
        {...(tabIndex === undefined ? null : { tabIndex })}
        disabled={disabled || Boolean(props.disabledReason)}
        aria-label={props.hideLabel ? props.label : undefined}
        aria-describedby={texts.noteId}
        className={styles.checkbox}
      >
        <BaseCheckbox.Indicator className={styles.indicator}>
          {indeterminate ? <MinusIcon size={12} /> : <CheckIcon size={12} />}
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      {texts.shown}
    </div>
  );
}

/** On or off, at once: no save button follows. */
export function Switch(props: ToggleProps) {
  const id = useId();
  const texts = toggleTexts(props, id);
  return (
    <div className={styles.toggle}>
      <BaseSwitch.Root
        id={id}
        checked={props.checked}
        onCheckedChange={props.onChange}
        disabled={Boolean(props.disabledReason)}
        aria-label={props.hideLabel ? props.label : undefined}
        aria-describedby={texts.noteId}
        className={styles.switch}
      >
        <BaseSwitch.Thumb className={styles.thumb} />
      </BaseSwitch.Root>
      {texts.shown}
    </div>
  );
}

function toggleTexts({ label, hideLabel, hint, disabledReason }: ToggleProps, id: string) {
  const note = disabledReason || hint;
  const noteId = note ? `${id}-note` : undefined;
  const shown = (
    <div>
      {hideLabel ? null : <label htmlFor={id}>{label}</label>}
      {note ? (
        <div id={noteId} className={styles.note}>
          {note}
        </div>
      ) : null}
    </div>
  );
  return { noteId, shown: hideLabel && !note ? null : shown };
}
