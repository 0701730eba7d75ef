import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type FieldKind, fieldKinds } from '../../../contract/field-kinds';
import { KindIcon } from '../../../grid/cells/cell-view';
import { chosenFor, isFree, renameColumn, retypeColumn } from '../../../grid/columns/column-choice';
import { columnKindKey, columnLabel, kindKey } from '../../../grid/columns/column-label';
import { Button } from '../../../ui/form/button';
import { Select } from '../../../ui/form/select';
import { TextField } from '../../../ui/form/text-field';
import { Dialog } from '../../../ui/overlay/dialog';
import styles from './describe-dialog.module.css';
import type { ChosenColumns } from './use-chosen-columns';

interface DescribeDialogProps {
  id: string;
  chosen: ChosenColumns;
  onClose(): void;
}

/** The user's own name and type for a column. */
export function DescribeDialog({ id, chosen, onClose }: DescribeDialogProps) {
  const t = useTranslations('columns.describe');
  const c = useTranslations('common');
  const g = useTranslations('grid');
  const form = useId();
  const { choice, onChoice } = chosen;
  const found = chosen.found.find((column) => column.id === id);
  const [name, setName] = useState(chosenFor(choice.names, id) ?? '');
  const [kind, setKind] = useState<FieldKind | 'found'>(chosenFor(choice.kinds, id) ?? 'found');
  if (!found) return null;
  const foundName = columnLabel(found, g);

  function save(event: FormEvent) {
    event.preventDefault();
    onChoice((now) =>
      retypeColumn(renameColumn(now, id, name.trim() === foundName ? null : name), id, kind === 'found' ? null : kind),
    );
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      subtitle={<span className="mono">{id}</span>}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="primary" type="submit" form={form}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save} className={styles.form}>
        <TextField
          label={t('name')}
          value={name}
          onChange={setName}
          placeholder={foundName}
          hint={t('nameHint', { name: foundName })}
          maxLength={200}
        />
        <Select
          label={t('kind')}
          value={kind}
          onChange={setKind}
          disabled={!isFree(found)}
          hint={isFree(found) ? t('kindHint') : t('systemKind')}
          options={[
            { value: 'found', label: t('asFound', { kind: g(columnKindKey(found)) }) },
            ...fieldKinds.map((value) => ({
              value,
              label: g(kindKey(value)),
              icon: <KindIcon kind={value} size={14} />,
            })),
          ]}
        />
        <p className="dim">{t('here')}</p>
      </form>
    </Dialog>
  );
}
