import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { entriesOf, type Filter, type FilterGroup, isCondition, joinOf } from '../../contract/filter';
import { formatJson, isJsonObject, type Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { GridColumn } from '../../grid/columns-of';
import { Button, IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { CloseIcon, PlusIcon } from '../../ui/icons';
import { Popover } from '../../ui/popover';
import { Segmented } from '../../ui/segmented';
import { ConditionForm } from './condition-form';
import { ConditionPill } from './condition-pill';
import styles from './filter-builder.module.css';
import { appendAt, type FilterPath, joinAt, removeAt, replaceAt, settled } from './filter-tree';
import type { Findings } from './operator-states';

interface FilterBuilderProps {
  filter: Filter | null;
  columns: readonly GridColumn[];
  findings: Findings;
  rowsRead(): readonly DwRecord[];
  onApply(filter: Filter | null): void;
  onOpenJson(draft: Filter): void;
  onClose(): void;
}

const nothing: Filter = { and: [] };

/** The whole filter with its groups, as a draft: nothing is read before it is applied. */
export function FilterBuilder({
  filter,
  columns,
  findings,
  rowsRead,
  onApply,
  onOpenJson,
  onClose,
}: FilterBuilderProps) {
  const t = useTranslations('filters.builder');
  const q = useTranslations('query');
  const f = useTranslations('filters.form');
  const [draft, setDraft] = useState<Filter>(filter ?? nothing);
  const group = (entry: FilterGroup, path: FilterPath) => (
    <section className={styles.group} aria-label={t('group')} data-depth={path.length % 3}>
      <div className={styles.head}>
        <Segmented
          label={q('join')}
          value={joinOf(entry) ?? 'and'}
          onChange={(join) => setDraft((now) => joinAt(now, path, join))}
          options={[
            { value: 'and', label: q('allOf') },
            { value: 'or', label: q('anyOf') },
          ]}
        />
        {path.length > 0 ? (
          <IconButton
            size="small"
            label={t('removeGroup')}
            icon={<CloseIcon size={14} />}
            onClick={() => setDraft((now) => removeAt(now, path))}
          />
        ) : null}
      </div>
      {entriesOf(entry).map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place of an entry is what names it
        <div key={index} className={styles.entry}>
          {entryOf(child, [...path, index])}
        </div>
      ))}
      <div className={styles.add}>
        <AddCondition
          columns={columns}
          findings={findings}
          rowsRead={rowsRead}
          onAdd={(condition) => setDraft((now) => appendAt(now, path, condition))}
        />
        <Button
          kind="ghost"
          size="small"
          icon={<PlusIcon size={14} />}
          onClick={() => setDraft((now) => appendAt(now, path, { [joinOf(entry) === 'and' ? 'or' : 'and']: [] }))}
        >
          {t('addGroup')}
        </Button>
      </div>
    </section>
  );
  const entryOf = (child: Json, path: FilterPath) => {
    if (isCondition(child)) {
      return (
        <ConditionPill
          condition={child}
          columns={columns}
          findings={findings}
          rowsRead={rowsRead}
          mark={null}
          onChange={(next) => setDraft((now) => replaceAt(now, path, next))}
          onRemove={() => setDraft((now) => removeAt(now, path))}
        />
      );
    }
    if (isJsonObject(child) && joinOf(child) !== null) return group(child, path);
    return (
      <code className={styles.unknown} title={t('unknownEntry')}>
        {formatJson(child).slice(0, 120)}
      </code>
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      subtitle={t('note')}
      size="medium"
      keepOnOutsidePress
      footer={
        <>
          <Button kind="ghost" onClick={() => onOpenJson(draft)}>
            {q('json')}
          </Button>
          <Button kind="ghost" onClick={() => setDraft(nothing)}>
            {t('clear')}
          </Button>
          <Button kind="primary" onClick={() => onApply(settled(draft))}>
            {f('apply')}
          </Button>
        </>
      }
    >
      {group(draft, [])}
    </Dialog>
  );
}

interface AddConditionProps {
  columns: readonly GridColumn[];
  findings: Findings;
  rowsRead(): readonly DwRecord[];
  onAdd(condition: Parameters<typeof appendAt>[2]): void;
}

function AddCondition({ columns, findings, rowsRead, onAdd }: AddConditionProps) {
  const t = useTranslations('query');
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={t('addCondition')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button kind="ghost" size="small" icon={<PlusIcon size={14} />}>
          {t('addCondition')}
        </Button>
      }
    >
      <ConditionForm
        columns={columns}
        condition={null}
        findings={findings}
        rowsRead={rowsRead}
        onApply={(condition) => {
          setOpen(false);
          onAdd(condition);
        }}
      />
    </Popover>
  );
}
