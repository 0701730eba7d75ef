import { useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Id } from '../../contract/ids';
import { Button } from '../../ui/form/button';
import { UploadIcon } from '../../ui/icons/icons';
import { paths } from '../../url/paths';

interface ImportButtonProps {
  place: { env: string; space: Id; table: Id };
  /** The type of the table is not one that can be changed (4.5 rule 2). */
  closedType: boolean;
}

/** The way to the import of a file; a table that cannot be changed has none. */
export function ImportButton({ place, closedType }: ImportButtonProps) {
  const t = useTranslations('records');
  const navigate = useNavigate();
  return (
    <Button
      icon={<UploadIcon />}
      disabledReason={closedType ? t('importType') : null}
      onClick={() => navigate(paths.import(place))}
    >
      {t('import')}
    </Button>
  );
}
