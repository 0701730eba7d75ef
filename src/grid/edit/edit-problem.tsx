import { useTranslations } from 'use-intl';
import { Button } from '../../ui/form/button';
import { problemKey } from '../columns/column-label';
import styles from './cell-editor.module.css';
import type { RefusedReason } from './range-edits';

interface EditProblemProps {
  id: string;
  problem: RefusedReason;
  /** The user allows a change of the JSON type. */
  onUseAnyway(): void;
}

/** Why a cell does not take the text in its editor. */
export function EditProblem({ id, problem, onUseAnyway }: EditProblemProps) {
  const t = useTranslations('edits');
  return (
    <div id={id} role="alert" className={styles.problem}>
      {t(problemKey(problem))}
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
    </div>
  );
}
