import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/operations/records';
import type { Client } from '../../../api/wire/client';
import { useFailingWalk } from '../../../api/wire/retry';
import { limits } from '../../../contract/limits';
import { columnLabel, kindKey } from '../../../grid/columns/column-label';
import { columnsInOrder, gridColumnOf } from '../../../grid/columns/column-table';
import { recordColumnId } from '../../../grid/columns/columns-of';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { RetryingNotice } from '../../../ui/display/retrying-notice';
import { Button } from '../../../ui/form/button';
import { SearchField } from '../../../ui/form/text-field';
import { Dialog } from '../../../ui/overlay/dialog';
import type { HeldPage } from '../rows/use-record-pages';
import { DescribeDialog } from './describe-dialog';
import { FieldDetails } from './field-details';
import { fieldLines, findFields } from './field-lines';
import styles from './fields-dialog.module.css';
import { FieldsTable } from './fields-table';
import type { ChosenColumns } from './use-chosen-columns';
import { pagesAtOnce, useFieldFacts } from './use-field-facts';

interface FieldsDialogProps {
  client: Client;
  query: RecordQuery;
  /** Name of the table. */
  name: string;
  /** The field in front; null: none yet. */
  id: string | null;
  chosen: ChosenColumns;
  held(): Iterable<HeldPage>;
  onClose(): void;
}

/** What is known of each field: from the config, from the person, and from the rows read – as many as somebody asks for. */
export function FieldsDialog({ client, query, name, id, chosen, held, onClose }: FieldsDialogProps) {
  const t = useTranslations('columns.fields');
  const c = useTranslations('common');
  const g = useTranslations('grid');
  const { facts, version, ended, reading, error, readMore, stop } = useFieldFacts(client, query, held);
  const failing = useFailingWalk(client);
  const [find, setFind] = useState('');
  const [selected, setSelected] = useState(id);
  const [describing, setDescribing] = useState(false);
  const { table } = chosen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the facts are filled in place; the version says when
  const lines = useMemo(
    () =>
      fieldLines(
        columnsInOrder(table)
          .map(gridColumnOf)
          .filter((column) => column.id !== recordColumnId),
        facts,
        (column) => columnLabel(column, g),
      ),
    [table, facts, version, g],
  );
  const found = useMemo(() => findFields(lines, find, ({ column }) => g(kindKey(column.kind))), [lines, find, g]);
  const open = lines.find(({ column }) => column.id === selected);
  const more = pagesAtOnce * limits.pageSizeMax;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      subtitle={name}
      size="large"
      flush
      className={styles.dialog}
      footer={
        <>
          <span role="status" className={styles.status}>
            {t(ended ? 'ofAll' : 'ofRead', { count: facts.rows })}
            {query.filter ? ` ${t('filtered')}` : ''}
          </span>
          {reading ? (
            <Button onClick={stop}>{t('stop')}</Button>
          ) : ended ? null : (
            <Button onClick={readMore}>{t('readMore', { count: more })}</Button>
          )}
          <Button onClick={onClose}>{c('close')}</Button>
        </>
      }
    >
      <div className={styles.find}>
        <SearchField label={t('find')} hideLabel placeholder={t('find')} size="small" value={find} onChange={setFind} />
        <span className="dim">{t('fieldCount', { count: found.length })}</span>
      </div>
      {reading ? <RetryingNotice failing={failing} look="line" /> : null}
      {error ? <ApiErrorNotice error={error} onRetry={readMore} /> : null}
      <div className={styles.split}>
        <FieldsTable
          label={t('title')}
          lines={found}
          selected={selected}
          onSelect={setSelected}
          onClose={() => setSelected(null)}
        />
        {open ? (
          <FieldDetails line={open} chosen={chosen} rows={facts.rows} onDescribe={() => setDescribing(true)} />
        ) : null}
      </div>
      {describing && open ? (
        <DescribeDialog id={open.column.id} chosen={chosen} onClose={() => setDescribing(false)} />
      ) : null}
    </Dialog>
  );
}
