import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Id } from '../../../contract/ids';
import type { DwRecord } from '../../../contract/records';
import type { RowFinding } from '../../../jobs/check/dry-run';
import { tellingApart } from '../../../jobs/similar/similar-records';
import type { JobField } from '../../../storage/job-rows';
import { Button } from '../../../ui/form/button';
import { Popover } from '../../../ui/overlay/popover';
import styles from './review.module.css';

interface WhichRecordProps {
  /** A row whose key several records have. */
  finding: RowFinding;
  fieldOf(fieldId: string): JobField;
  /** Ids of the fields by which rows are matched. */
  keyFields: readonly string[];
  /** Records that have changes of their own here: they cannot be meant once more. */
  taken: ReadonlySet<Id>;
  onChoose(record: DwRecord): void;
}

/** Asks which of the records that have the key of a row it means, each with what tells it from the others. */
export function WhichRecord({ finding, fieldOf, keyFields, taken, onChoose }: WhichRecordProps) {
  const t = useTranslations('review.which');
  const [open, setOpen] = useState(false);
  const records = finding.near ?? [];
  const apart = open ? tellingApart(records, finding, keyFields, fieldOf) : null;
  return (
    <Popover
      label={t('title')}
      open={open}
      onOpenChange={setOpen}
      align="end"
      trigger={<Button size="small">{t('open', { count: records.length })}</Button>}
    >
      <p className={styles.whichHint}>{t('hint')}</p>
      <ul className={styles.which}>
        {records.map((record) => (
          <li key={record.item_id}>
            <Button
              kind="ghost"
              disabledReason={taken.has(record.item_id) ? t('taken') : null}
              onClick={() => {
                setOpen(false);
                onChoose(record);
              }}
            >
              {[record.title, record.item_id, ...(apart?.(record) ?? [])].filter(Boolean).join(' · ')}
            </Button>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
