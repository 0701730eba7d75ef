import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { askFind, type FoundRow } from '../../../insight/questions/find';
import type { SnapshotColumn } from '../../../insight/snapshot/snapshot-column';
import { EmptyState } from '../../../ui/display/notice';
import { SearchField } from '../../../ui/form/text-field';
import { useLaterAddress } from '../../../ui/hooks/use-later-address';
import { SearchIcon } from '../../../ui/icons/icons';
import { formatRecordsAddress } from '../../../url/records-address';
import styles from '../insight.module.css';
import { QueryFailed } from '../query-failed';
import type { TabProps } from '../tab-props';
import { useAnswer } from '../use-answer';
import { useCellTexts } from '../use-cell-text';

const shownMost = 100;
/** Characters around a match that are shown. */
const around = 60;

/** Text in all columns of all rows, which the API has no operator for. */
export function FindTab({ data, scope, analysis, onChange }: TabProps) {
  const t = useTranslations('insight');
  const texts = useCellTexts();
  const [typed, setTyped] = useState(analysis.find?.text ?? '');
  const text = useDeferredValue(typed.trim());
  const question = { text, columns: analysis.find?.columns ?? [], limit: shownMost };
  const { engine, source } = data;
  const answer = useAnswer(data, text === '' ? null : `find ${JSON.stringify(question)}`, (options) =>
    askFind(engine, source, question, options),
  );
  useLaterAddress(text, analysis.find?.text ?? '', (next) =>
    onChange({ find: next === '' ? null : { text: next, columns: [], limit: shownMost } }, true),
  );
  const found = text === '' ? undefined : answer.data;

  return (
    <div className={styles.narrow}>
      <SearchField
        label={t('findLabel')}
        hideLabel
        placeholder={t('findPlaceholder')}
        value={typed}
        onChange={setTyped}
      />
      {answer.error ? <QueryFailed error={answer.error} /> : null}
      {found === undefined ? (
        <EmptyState icon={<SearchIcon size={22} />} title={t('findTitle')} text={t('findText')} />
      ) : found.total === 0 ? (
        <EmptyState
          icon={<SearchIcon size={22} />}
          title={t('findNone')}
          text={t('findNoneText', { rows: data.rows })}
        />
      ) : (
        <>
          <p className={styles.lead} role="status">
            {t('foundRows', { rows: found.total })} · {t('timing', { ms: found.ms })}
          </p>
          <div className={styles.states}>
            {found.perColumn.map(({ column, rows }) => (
              <span key={column} className={styles.quiet}>
                {labelOf(source.columns, column)} <b>{texts.count(rows)}</b>
              </span>
            ))}
          </div>
          <ul className={styles.found}>
            {found.rows.map((row, index) => (
              <li key={String(row.record.item_id ?? index)}>
                <FoundItem row={row} columns={source.columns} recordsPath={scope.recordsPath} />
              </li>
            ))}
          </ul>
          {found.total > found.rows.length ? (
            <p className={styles.quiet}>{t('firstOnly', { rows: found.rows.length })}</p>
          ) : null}
        </>
      )}
    </div>
  );
}

function FoundItem({
  row,
  columns,
  recordsPath,
}: {
  row: FoundRow;
  columns: readonly SnapshotColumn[];
  recordsPath(search: string): string;
}) {
  const t = useTranslations('insight');
  const { record, matches } = row;
  const id = String(record.item_id ?? '');
  return (
    <div className={styles.foundRow}>
      <Link
        className={styles.figure}
        aria-label={t('openRecord', { id })}
        to={recordsPath(formatRecordsAddress({ record: id }))}
      >
        {id}
      </Link>
      <dl>
        {matches.map(({ column, text, from, to }) => (
          <div key={column}>
            <dt>{labelOf(columns, column)}</dt>
            <dd>
              {from > around ? '…' : ''}
              {text.slice(Math.max(0, from - around), from)}
              <mark>{text.slice(from, to)}</mark>
              {text.slice(to, to + around)}
              {text.length > to + around ? '…' : ''}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function labelOf(columns: readonly SnapshotColumn[], id: string): string {
  return columns.find((column) => column.id === id)?.label ?? id;
}
