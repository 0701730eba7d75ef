import type { ComponentProps } from 'react';
import { classNames } from '../hooks/class-names';
import { Field, type FieldTexts } from './field';
import styles from './field.module.css';

export interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
  mono?: boolean;
}

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, hint, error, value, onChange, mono, className, rows = 4, ...rest } = props;
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      {({ id, describedBy, invalid }) => (
        <div className={classNames(styles.box, styles.area)}>
          <textarea
            dir="auto"
            spellCheck={false}
            {...rest}
            rows={rows}
            id={id}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            className={mono ? styles.mono : undefined}
          />
        </div>
      )}
    </Field>
  );
}
