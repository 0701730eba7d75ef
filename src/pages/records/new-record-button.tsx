import { useTranslations } from 'use-intl';
import { type DwTable, isWritableType } from '../../contract/tables';
import { Button } from '../../ui/button';
import { PlusIcon } from '../../ui/icons';

interface NewRecordButtonProps {
  /** Null while it is not known. */
  table: DwTable | null;
  /** Why nothing can be written; null when it can. */
  closed: string | null;
  onCreate(): void;
}

/** Begins a new record; only tables of type `ext` take one (4.5 rule 2). */
export function NewRecordButton({ table, closed, onCreate }: NewRecordButtonProps) {
  const t = useTranslations('records');
  if (table === null || !isWritableType(table.type)) return null;
  return (
    <Button icon={<PlusIcon />} disabledReason={closed} onClick={onCreate}>
      {t('newRecord')}
    </Button>
  );
}
