import { type ComponentProps, type ReactNode, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { classNames } from '../hooks/class-names';
import { CloseIcon, SearchIcon } from '../icons/icons';
import { IconButton } from './button';
import { Field, type FieldTexts } from './field';
import styles from './field.module.css';

type InputRest = Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'size' | 'ref'>;

export interface TextFieldProps extends FieldTexts, InputRest {
  value: string;
  onChange: (value: string) => void;
  size?: 'small' | 'normal';
  /** Ids, JSON and the like: every character counts. */
  mono?: boolean;
  /** The value is not in the page's HTML, where a controlled input would write it: only the live property has it. */
  unwritten?: boolean;
  icon?: ReactNode;
  /** A control or note inside the box, at its end. */
  end?: ReactNode;
}

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, hint, error, value, onChange, size, mono, unwritten, icon, end, className, ...rest } =
    props;
  const write = useCallback(
    (input: HTMLInputElement | null): void => {
      if (input && input.value !== value) input.value = value;
    },
    [value],
  );
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      {({ id, describedBy, invalid }) => (
        <div className={classNames(styles.box, size === 'small' && styles.small)}>
          {icon}
          <input
            type="text"
            dir="auto"
            autoComplete="off"
            spellCheck={false}
            {...rest}
            ref={unwritten ? write : undefined}
            id={id}
            {...(unwritten ? { defaultValue: '' } : { value })}
            onChange={(event) => onChange(event.target.value)}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            className={classNames(styles.input, mono && styles.mono)}
          />
          {end}
        </div>
      )}
    </Field>
  );
}

/** A search box: `searchbox` by role, with its own way to clear it (also Escape). */
export function SearchField({ onChange, end, onKeyDown, ...props }: Omit<TextFieldProps, 'icon' | 'type'>) {
  const t = useTranslations('common');
  const clear = props.value ? (
    <IconButton
      size="small"
      label={t('clear')}
      icon={<CloseIcon size={14} />}
      onClick={({ currentTarget }) => {
        onChange('');
        // It leaves with the text, and would take the focus along.
        currentTarget.parentElement?.querySelector('input')?.focus();
      }}
    />
  ) : (
    end
  );
  return (
    <TextField
      {...props}
      type="search"
      icon={<SearchIcon />}
      onChange={onChange}
      end={clear}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && props.value) {
          event.stopPropagation();
          onChange('');
        }
        onKeyDown?.(event);
      }}
    />
  );
}
