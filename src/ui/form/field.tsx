import { type ReactNode, useId } from 'react';
import { classNames } from '../hooks/class-names';
import styles from './field.module.css';

export interface FieldTexts {
  /** The name of the field; spoken also when it is not shown. */
  label: string;
  /** The label is for screen readers only: something beside the field shows the same. */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** What is wrong with the value, and what would be right. */
  error?: ReactNode;
}

interface FieldIds {
  id: string;
  describedBy: string | undefined;
  invalid: true | undefined;
}

interface FieldProps extends FieldTexts {
  className?: string;
  children: (ids: FieldIds) => ReactNode;
}

/** Label above, hint or error below a control that takes the ids handed to it. */
export function Field({ label, hideLabel, hint, error, className, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  const noteId = `${id}-note`;
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children({ id, describedBy: note ? noteId : undefined, invalid: error ? true : undefined })}
      {note ? (
        <div id={noteId} className={error ? styles.error : styles.hint}>
          {note}
        </div>
      ) : null}
    </div>
  );
}
