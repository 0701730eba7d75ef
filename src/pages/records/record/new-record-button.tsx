import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/form/button';
import { PlusIcon } from '../../../ui/icons/icons';

interface NewRecordButtonProps {
  /** Why nothing can be written; null when it can. */
  closed: string | null;
  onCreate(): void;
}

/** Begins a new record; only tables of type `ext` take one (4.5 rule 2). It stands there for every table: nothing moves when the type comes to be known. */
export function NewRecordButton({ closed, onCreate }: NewRecordButtonProps) {
  const t = useTranslations('records');
  return (
    <Button icon={<PlusIcon />} disabledReason={closed} onClick={onCreate}>
      {t('newRecord')}
    </Button>
  );
}
