import { useTranslations } from 'use-intl';
import { columnLabel } from '../../grid/column-label';
import type { GridColumn } from '../../grid/columns-of';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import type { SearchProblem } from '../../url/records-search';
import { operatorLabel } from './condition-pill';
import type { IgnoredCondition } from './filter-trust';

interface QueryNoticesProps {
  problems: readonly SearchProblem[];
  ignored: readonly IgnoredCondition[];
  columns: readonly GridColumn[];
  /** Length of the address that the filter makes, when it is too long for some; else null. */
  addressBytes: number | null;
  /** Takes what was ignored out of the address. */
  onForget(): void;
}

/** What must be known about the question: parts of the address that were ignored, conditions that the service ignores. */
export function QueryNotices({ problems, ignored, columns, addressBytes, onForget }: QueryNoticesProps) {
  const t = useTranslations('records');
  const q = useTranslations('query');
  const g = useTranslations('grid');
  return (
    <>
      {problems.length > 0 ? (
        <Notice
          strip
          tone="unknown"
          title={t('ignoredParameters')}
          actions={
            <Button size="small" onClick={onForget}>
              {t('forgetParameters')}
            </Button>
          }
        >
          {problems.map(({ parameter, reason }) => (
            <div key={parameter}>{t('ignoredParameter', { parameter, reason })}</div>
          ))}
        </Notice>
      ) : null}
      {ignored.map(({ field, operator, operand, misses, rows }) => {
        const column = columns.find(({ id }) => id === field);
        return (
          <Notice key={`${field} ${operator}`} strip tone="bad">
            {q('ignored', {
              misses,
              rows,
              operator: operatorLabel(operator, operand, q),
              field: column ? columnLabel(column, g) : field,
            })}
          </Notice>
        );
      })}
      {addressBytes === null ? null : <Notice strip>{q('tooLong', { size: Math.ceil(addressBytes / 1024) })}</Notice>}
    </>
  );
}
