import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { DateIcon } from '../../ui/icons/icons';
import styles from './cell-editor.module.css';

interface DatePickerProps {
  text: string;
  onText(text: string): void;
}

const day = /^\d{4}-\d{2}-\d{2}/;

/** The browser's calendar beside a date that is written; the time of day stays. For the pointer only: by keyboard the date is written. */
export function DatePicker({ text, onText }: DatePickerProps) {
  const t = useTranslations('common');
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className={styles.picker}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('pickDate')}
        className={styles.pick}
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => input.current?.showPicker()}
      >
        <DateIcon size={14} />
      </button>
      <input
        ref={input}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        className={styles.native}
        value={day.exec(text)?.[0] ?? ''}
        onChange={(event) => onText(event.target.value + text.replace(day, ''))}
      />
    </span>
  );
}
