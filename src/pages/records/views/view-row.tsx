import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { IconButton } from '../../../ui/form/button';
import { TextField } from '../../../ui/form/text-field';
import { CheckIcon } from '../../../ui/icons/icons';
import { EditIcon, TrashIcon } from '../../../ui/icons/more-icons';
import { useQuestionWords } from './question-list';
import type { View } from './view';
import styles from './views-panel.module.css';

interface ViewRowProps {
  view: View;
  columns: readonly GridColumn[];
  active: boolean;
  /** Of all views: two of one name could not be told apart. */
  names: readonly string[];
  onApply(): void;
  onRename(name: string): void;
  onDelete(): void;
}

/** A view by its name and what it asks. */
export function ViewRow({ view, columns, active, names, onApply, onRename, onDelete }: ViewRowProps) {
  const t = useTranslations('views');
  const words = useQuestionWords(columns);
  const [name, setName] = useState<string | null>(null);
  const wanted = name?.trim() ?? '';
  const problem = wanted === '' ? 'empty' : wanted !== view.name && names.includes(wanted) ? 'taken' : null;
  if (name !== null) {
    return (
      <li>
        <TextField
          label={t('rename', { name: view.name })}
          hideLabel
          size="small"
          autoFocus
          value={name}
          error={problem ? t(problem) : undefined}
          onChange={setName}
          onBlur={() => setName(null)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Escape') {
              event.stopPropagation();
              setName(null);
            } else if (event.key === 'Enter' && problem === null) {
              onRename(wanted);
              setName(null);
            }
          }}
        />
      </li>
    );
  }
  return (
    <li className={styles.row}>
      <button
        type="button"
        data-row=""
        className={styles.face}
        aria-current={active || undefined}
        aria-label={t('apply', { name: view.name })}
        onClick={onApply}
      >
        <span className={styles.check}>{active ? <CheckIcon size={14} /> : null}</span>
        <span className={styles.name}>{view.name}</span>
        <span className={styles.what}>{words(view)}</span>
      </button>
      <IconButton
        size="small"
        label={t('rename', { name: view.name })}
        icon={<EditIcon size={14} />}
        onClick={() => setName(view.name)}
      />
      <IconButton
        size="small"
        label={t('delete', { name: view.name })}
        icon={<TrashIcon size={14} />}
        onClick={onDelete}
      />
    </li>
  );
}
