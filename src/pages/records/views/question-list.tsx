import { useTranslations } from 'use-intl';
import { columnLabel } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { TimeText } from '../../../ui/display/time-text';
import { questionLine } from '../query/question-line';
import type { Question } from './question';
import type { AskedQuestion } from './question-history';
import styles from './views-panel.module.css';

interface QuestionListProps {
  questions: readonly AskedQuestion[];
  columns: readonly GridColumn[];
  onAsk(question: Question): void;
}

/** What was asked of the table last; a press asks it again. */
export function QuestionList({ questions, columns, onAsk }: QuestionListProps) {
  const t = useTranslations('views');
  const words = useQuestionWords(columns);
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="views-asked">
      <h3 id="views-asked" className={styles.heading}>
        {t('asked')}
      </h3>
      <ul className={styles.list}>
        {questions.map((question) => (
          <li key={question.asked_at} className={styles.row}>
            <button type="button" data-row="" className={styles.face} onClick={() => onAsk(question)}>
              <span className={styles.name}>{words(question)}</span>
              <span className={styles.what}>
                <TimeText at={question.asked_at} look="ago" />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Says a question on one line: its filter, then its order. */
export function useQuestionWords(columns: readonly GridColumn[]): (question: Question) => string {
  const t = useTranslations('views');
  const q = useTranslations('query');
  const g = useTranslations('grid');
  return ({ filter, order }) => {
    const column = columns.find(({ id }) => id === order?.field_id);
    const field = order && columnLabel(column ?? { id: order.field_id, name: null, source: 'system' }, g);
    const parts = [
      filter && questionLine(filter, columns, q),
      order && t('ordered', { field: field ?? '', direction: q(order.type === 'asc' ? 'ascending' : 'descending') }),
    ];
    return parts.filter(Boolean).join(' · ') || t('allRecords');
  };
}
