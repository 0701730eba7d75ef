import { useTranslations } from 'use-intl';
import { cellText } from '../../../edits/cell-text';
import type { Drafts, RecordDraft } from '../../../edits/drafts';
import { missingOfKey, newRecordsOf } from '../../../edits/new-records';
import { previewOf } from '../../../grid/cells/preview';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { Button } from '../../../ui/form/button';
import { PlusIcon } from '../../../ui/icons/icons';
import styles from './new-record.module.css';
import { useRecordKey } from './use-record-key';

interface NewRecordsProps {
  environment: string;
  tableId: string;
  drafts: Drafts;
  columns: readonly GridColumn[];
  onOpen(id: string): void;
}

const shownMax = 12;
const labelLength = 32;

/** The records that are to be created, by their keys: no row of the grid stands for them yet. */
export function NewRecords({ environment, tableId, drafts, columns, onOpen }: NewRecordsProps) {
  const t = useTranslations('edits');
  const [key] = useRecordKey(environment, tableId);
  const made = newRecordsOf(drafts);
  const label = (draft: RecordDraft): string => {
    const fields = missingOfKey(draft, key).length === 0 && key.length > 0 ? key : [...draft.cells.keys()].slice(0, 1);
    const texts = fields.map((id) => {
      const column = columns.find((each) => each.id === id);
      return cellText(draft.cells.get(id)?.after, column?.kind ?? 'text', column?.config ?? undefined);
    });
    return previewOf(texts.join(' · ')).slice(0, labelLength) || t('newUnnamed');
  };
  return (
    <section aria-label={t('newRecords')} className={styles.chips}>
      <PlusIcon size={14} />
      <span>{t('newRecords')}</span>
      {made.slice(0, shownMax).map((draft) => (
        <Button key={draft.record.item_id} size="small" onClick={() => onOpen(draft.record.item_id)}>
          {label(draft)}
        </Button>
      ))}
      {made.length > shownMax ? <span>{t('newMore', { count: made.length - shownMax })}</span> : null}
    </section>
  );
}
