/** What hangs below the field of an editor: its options, and why its text is not taken. */

import { useTranslations } from 'use-intl';
import type { FieldOption } from '../../contract/tables';
import { Button } from '../../ui/form/button';
import { classNames } from '../../ui/hooks/class-names';
import { fingerPointer, useMedia } from '../../ui/hooks/use-media';
import { problemKey } from '../columns/column-label';
import styles from './cell-editor.module.css';
import type { RefusedReason } from './range-edits';

interface SuggestionListProps {
  id: string;
  options: readonly FieldOption[];
  /** How many are not among them: typing finds those. */
  more: number;
  /** Index of the one that Enter takes; -1 for none. */
  marked: number;
  /** What the cell holds: it is seen in the list until another is marked. */
  current: string;
  onTake(option: FieldOption): void;
}

/** Options below the field of an editor. The focus stays in the field, which names the marked one. */
export function SuggestionList({ id, options, more, marked, current, onTake }: SuggestionListProps) {
  const t = useTranslations('edits');
  return (
    <>
      <div
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={t('suggestions')}
        className={styles.list}
        // A press, also on its scroll bar, must not take the focus out of the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys (combobox pattern)
          <div
            key={option.id}
            ref={index === marked || (marked < 0 && option.name === current) ? scrollIntoView : null}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            aria-current={option.name === current}
            className={classNames(styles.option, index === marked && styles.marked)}
            onClick={() => onTake(option)}
          >
            <span className={styles.name}>{option.name || option.id}</span>
            {option.name && option.name !== option.id && option.id.length > 5 ? (
              <span className={styles.id}>{option.id}</span>
            ) : null}
          </div>
        ))}
      </div>
      {more > 0 ? <div className={styles.more}>{t('moreOptions', { count: more })}</div> : null}
    </>
  );
}

function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

interface EditProblemProps {
  id: string;
  problem: RefusedReason;
  /** The user allows a change of the JSON type. */
  onUseAnyway(): void;
  onCancel(): void;
}

/** Why a cell does not take the text in its editor. */
export function EditProblem({ id, problem, onUseAnyway, onCancel }: EditProblemProps) {
  const t = useTranslations('edits');
  const c = useTranslations('common');
  const hasKeys = !useMedia(fingerPointer);
  return (
    <div id={id} role="alert" className={styles.problem}>
      <span>{t(problemKey(problem))}</span>
      {problem === 'kind-would-change' ? (
        <Button
          size="small"
          // The field would lose the focus, and with it what is written.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onUseAnyway}
        >
          {t('anyKind')}
        </Button>
      ) : null}
      {hasKeys ? null : (
        <Button size="small" onMouseDown={(event) => event.preventDefault()} onClick={onCancel}>
          {c('cancel')}
        </Button>
      )}
    </div>
  );
}
