import { useTranslations } from 'use-intl';
import type { Filter } from '../../../contract/filter';
import { formatJson } from '../../../contract/json';
import { columnLabel } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { Notice } from '../../../ui/display/notice';
import { Button, CopyButton } from '../../../ui/form/button';
import type { SearchProblem } from '../../../url/records-search';
import { operatorLabel } from './filter-text';
import type { Ignored, Trust } from './filter-trust';

interface QueryNoticesProps {
  problems: readonly SearchProblem[];
  trust: Trust;
  columns: readonly GridColumn[];
  /** The filter, when it is too long for an address; else null. */
  long: { filter: Filter; bytes: number; kept: string | null } | null;
  /** Takes what was ignored out of the address. */
  onForget(): void;
}

/** What must be known about the query: parts of the address that were ignored, and what of the filter the service does not keep to. */
export function QueryNotices({ problems, trust, columns, long, onForget }: QueryNoticesProps) {
  const t = useTranslations('filters.notices');
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
            <div key={parameter}>
              {reason === 'not-here' ? t('notHere') : t('ignoredParameter', { parameter, reason })}
            </div>
          ))}
        </Notice>
      ) : null}
      {trust.ignored.map((each) => (
        <IgnoredNotice key={`${each.path.join('.')} ${each.operator}`} ignored={each} columns={columns} />
      ))}
      {trust.unchanged === null ? null : (
        <Notice strip tone="unknown" title={t('unchanged', { rows: trust.unchanged })}>
          {' '}
          {t('unchangedText')}
        </Notice>
      )}
      {long === null ? null : (
        <Notice strip actions={<CopyButton text={() => formatJson(long.filter, 2)} label={t('copyJson')} showLabel />}>
          {long.kept === null
            ? t('tooLong', { size: Math.ceil(long.bytes / 1024) })
            : t('keptHere', { size: Math.ceil(long.bytes / 1024) })}
        </Notice>
      )}
    </>
  );
}

function IgnoredNotice({ ignored, columns }: { ignored: Ignored; columns: readonly GridColumn[] }) {
  const t = useTranslations('filters.notices');
  const q = useTranslations('query');
  const g = useTranslations('grid');
  const { entry, operator, operand, misses, rows } = ignored;
  const column = columns.find(({ id }) => id === entry.field);
  return (
    <Notice strip tone="bad">
      {operator === null
        ? t('ignoredGroup', { misses, rows })
        : t('ignored', {
            misses,
            rows,
            operator: operatorLabel(operator, operand, q, column),
            field: column ? columnLabel(column, g) : entry.field,
          })}
    </Notice>
  );
}
