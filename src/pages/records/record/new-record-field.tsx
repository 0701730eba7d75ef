import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Json } from '../../../contract/json';
import { cellText } from '../../../edits/cell-text';
import type { CoerceReason } from '../../../edits/coerce';
import { kindKey, reasonKey } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { coerceCell } from '../../../grid/edit/cell-edits';
import { SetValueField } from '../edit/set-value-field';
import styles from './new-record.module.css';

interface NewRecordFieldProps {
  column: GridColumn;
  label: string;
  isKey: boolean;
  /** What was staged; undefined: nothing. */
  value: Json | undefined;
  onValue(value: Json): void;
}

/** A field of a new record: taken when one leaves it or presses Enter; a text that does not fit is said and kept in the field. */
export function NewRecordField({ column, label, isKey, value, onValue }: NewRecordFieldProps) {
  const t = useTranslations('edits');
  const g = useTranslations('grid');
  const staged = cellText(value, column.kind, column.config ?? undefined);
  const [text, setText] = useState(staged);
  const [seen, setSeen] = useState(staged);
  const [problem, setProblem] = useState<CoerceReason | null>(null);
  // Undo, redo and other tabs change it as well.
  if (staged !== seen) {
    setSeen(staged);
    setText(staged);
    setProblem(null);
  }

  function take(next: string): void {
    const coerced = coerceCell(next, column, undefined);
    setProblem(coerced.ok || next === staged ? null : coerced.reason);
    if (coerced.ok && next !== staged) onValue(coerced.value);
  }

  const notes = [
    isKey ? t('isKey') : null,
    column.config?.required && !isKey ? t('isRequired') : null,
    g(kindKey(column.kind)),
  ];
  return (
    <form
      className={isKey ? styles.keyField : styles.field}
      onBlur={() => take(text)}
      onSubmit={(event) => {
        event.preventDefault();
        take(text);
      }}
    >
      <SetValueField
        column={column}
        label={label}
        text={text}
        onText={(next, chosen) => {
          setText(next);
          if (chosen) take(next);
        }}
        hint={notes.filter(Boolean).join(' · ')}
        error={problem === null ? undefined : g(reasonKey(problem))}
      />
    </form>
  );
}
