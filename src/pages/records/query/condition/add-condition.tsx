import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FilterCondition } from '../../../../contract/filter';
import type { DwRecord } from '../../../../contract/records';
import type { GridColumn } from '../../../../grid/columns/columns-of';
import { Button } from '../../../../ui/form/button';
import { PlusIcon } from '../../../../ui/icons/icons';
import { Popover } from '../../../../ui/overlay/popover';
import type { Findings } from '../findings';
import { ConditionForm } from './condition-form';

interface AddConditionProps {
  columns: readonly GridColumn[];
  findings: Findings;
  rowsRead(): readonly DwRecord[];
  onAdd(condition: FilterCondition): void;
}

/** The way to a further condition of a group. */
export function AddCondition({ onAdd, ...form }: AddConditionProps) {
  const t = useTranslations('query');
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={t('addCondition')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button kind="ghost" size="small" icon={<PlusIcon size={14} />} data-add="">
          {t('addCondition')}
        </Button>
      }
    >
      <ConditionForm
        {...form}
        condition={null}
        onApply={(condition) => {
          setOpen(false);
          onAdd(condition);
        }}
      />
    </Popover>
  );
}
