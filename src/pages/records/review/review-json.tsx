import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Id } from '../../../contract/ids';
import { formatJson } from '../../../contract/json';
import { operations } from '../../../contract/operations';
import { encodeUpdate, type UpdateMode } from '../../../contract/updates';
import type { RowFinding } from '../../../jobs/check/dry-run';
import { callInput } from '../../../jobs/plan/plan';
import { Code } from '../../../ui/display/code';
import { Select } from '../../../ui/form/select';
import styles from './review.module.css';

interface ReviewJsonProps {
  tableId: Id;
  mode: UpdateMode;
  calls: readonly RowFinding[][];
}

/** The exact body of each call, as it will be sent. */
export function ReviewJson({ tableId, mode, calls }: ReviewJsonProps) {
  const t = useTranslations('review');
  const [chosen, setChosen] = useState('0');
  const index = Math.min(Number(chosen), Math.max(0, calls.length - 1));
  const rows = calls[index];
  if (!rows) return <p className={styles.nothing}>{t('nothingLeft')}</p>;
  const { method, path } = operations.updateRecords;
  return (
    <div className={styles.json}>
      <div className={styles.jsonHead}>
        <Select
          label={t('whichCall')}
          hideLabel
          size="small"
          value={String(index)}
          onChange={setChosen}
          options={calls.map((items, number) => ({
            value: String(number),
            label: t('callOf', { number: number + 1, all: calls.length, items: items.length }),
          }))}
        />
        <span className="mono mid">
          {method} {path}
        </span>
      </div>
      <Code label={t('body')} text={formatJson(encodeUpdate(callInput(tableId, rows, mode)), 2)} maxHeight="none" />
    </div>
  );
}
