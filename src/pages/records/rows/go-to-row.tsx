import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/form/button';
import { TextField } from '../../../ui/form/text-field';
import styles from './go-to-row.module.css';

export interface RowFormProps {
  /** The number of rows; null while unknown: then the row is requested. */
  exactly: number | null;
  /** Goes to a row, counted from 0. @returns whether it is there */
  onGo(row: number): Promise<boolean>;
  onLast(): void;
  onDone(): void;
}

/** No table is taken to be larger: past it a number is not exact any more. */
const largest = 2 ** 40;

/** The row that was entered, from 0; null if it is no row number. Thousands separators are ignored. */
export function rowOfText(text: string): number | null {
  const digits = text.replace(/[\s.,'’_\u00a0\u202f]/g, '');
  const row = /^\d{1,15}$/.test(digits) ? Number(digits) : 0;
  return row >= 1 && row <= largest ? row - 1 : null;
}

/** The field for the number. */
export function RowForm({ exactly, onGo, onLast, onDone }: RowFormProps) {
  const t = useTranslations('records');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function go(event: FormEvent): Promise<void> {
    event.preventDefault();
    const row = rowOfText(text);
    if (row === null) return setProblem(t('noRowNumber'));
    if (exactly !== null && row >= exactly) {
      return setProblem(t('noSuchRowOf', { row: row + 1, count: exactly }));
    }
    setBusy(true);
    try {
      // A frame later the focus is on the row, and stays there when this closes.
      if (await onGo(row)) requestAnimationFrame(onDone);
      else setProblem(t('noSuchRow', { row: row + 1 }));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.goToRow} onSubmit={(event) => void go(event)}>
      <TextField
        label={t('goToRow')}
        inputMode="numeric"
        value={text}
        hint={exactly === null ? t('goToRowHint') : t('goToRowKnown', { count: exactly })}
        error={problem}
        onChange={(next) => {
          setText(next);
          setProblem(null);
        }}
      />
      <div className={styles.ways}>
        <Button type="submit" kind="primary" size="small" busy={busy}>
          {t('go')}
        </Button>
        <Button
          size="small"
          onClick={() => {
            onLast();
            requestAnimationFrame(onDone);
          }}
        >
          {t('lastRow')}
        </Button>
      </div>
    </form>
  );
}
