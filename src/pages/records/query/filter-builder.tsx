import { useTranslations } from 'use-intl';
import { entriesOf, type Filter, type FilterGroup, isCondition, joinOf } from '../../../contract/filter';
import { formatJson, isJsonObject, type Json, sameJson } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { Button } from '../../../ui/form/button';
import { Segmented } from '../../../ui/form/select';
import { PlusIcon } from '../../../ui/icons/icons';
import { Dialog } from '../../../ui/overlay/dialog';
import { Kbd } from '../../../ui/shortcuts/kbd';
import { AddCondition } from './condition/add-condition';
import { ConditionPill } from './condition/condition-pill';
import { EntryRow } from './entry-row';
import styles from './filter-builder.module.css';
import { type FilterPath, settled } from './filter-tree';
import { useBuilder } from './use-builder';
import { markOf, type Trust } from './use-trust';

interface FilterBuilderProps {
  /** What is asked now. */
  filter: Filter | null;
  /** What was left unapplied before, or comes from the JSON; else the filter. */
  start: Filter | null;
  columns: readonly GridColumn[];
  trust: Trust;
  rowsRead(): readonly DwRecord[];
  onApply(filter: Filter | null): void;
  onOpenJson(draft: Filter): void;
  /** Takes what was built so far: it is not lost by looking at something else. */
  onClose(draft: Filter | null): void;
}

/** The whole filter with its groups, as a draft: nothing is read before it is applied. */
export function FilterBuilder(props: FilterBuilderProps) {
  const { filter, start, columns, trust, rowsRead, onApply, onOpenJson, onClose } = props;
  const t = useTranslations('filters.builder');
  const q = useTranslations('query');
  const f = useTranslations('filters.form');
  const builder = useBuilder(start);
  const { draft } = builder;
  const next = settled(draft);
  const changed = !sameJson(next ?? undefined, filter ?? undefined);
  const form = { columns, findings: trust.findings, rowsRead };

  const group = (entry: FilterGroup, path: FilterPath) => (
    <section className={styles.group} aria-label={t('group')} data-depth={path.length % 3}>
      <EntryRow builder={builder} path={path} isGroup={path.length > 0}>
        <Segmented
          label={q('join')}
          value={joinOf(entry) ?? 'and'}
          onChange={(join) => builder.join(path, join)}
          options={[
            { value: 'and', label: q('allOf') },
            { value: 'or', label: q('anyOf') },
          ]}
        />
      </EntryRow>
      {entriesOf(entry).map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place of an entry is what names it
        <div key={index} className={styles.entry}>
          {entryOf(child, [...path, index])}
        </div>
      ))}
      <div className={styles.add}>
        <AddCondition {...form} onAdd={(condition) => builder.add(path, condition)} />
        <Button
          kind="ghost"
          size="small"
          icon={<PlusIcon size={14} />}
          onClick={() => builder.add(path, { [joinOf(entry) === 'and' ? 'or' : 'and']: [] })}
        >
          {t('addGroup')}
        </Button>
      </div>
    </section>
  );
  const entryOf = (child: Json, path: FilterPath) => {
    if (isJsonObject(child) && !isCondition(child) && joinOf(child) !== null) return group(child, path);
    return (
      <EntryRow builder={builder} path={path} isGroup={false}>
        {isCondition(child) ? (
          <ConditionPill
            {...form}
            place={path.join('.')}
            condition={child}
            mark={markOf(trust, child)}
            onChange={(condition) => builder.replace(path, condition)}
            onRemove={() => builder.act('remove', path)}
          />
        ) : (
          <button type="button" data-entry={path.join('.')} className={styles.unknown} title={t('unknownEntry')}>
            {formatJson(child).slice(0, 120)}
          </button>
        )}
      </EntryRow>
    );
  };
  return (
    <Dialog
      open
      onClose={() => onClose(changed ? draft : null)}
      title={t('title')}
      subtitle={changed ? t('notApplied') : t('note')}
      size="medium"
      keepOnOutsidePress
      initialFocus={builder.first}
      footer={
        <>
          <p className={styles.keys}>{t('keys')}</p>
          <Button kind="ghost" onClick={() => onOpenJson(draft)}>
            {q('json')}
          </Button>
          <Button kind="ghost" onClick={builder.clear}>
            {t('clear')}
          </Button>
          <Button kind="primary" onClick={() => onApply(next)}>
            {f('apply')} <Kbd keys="Mod+Enter" />
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the entries in it, whichever has the focus */}
      <div
        ref={builder.area}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onApply(next);
          else builder.onKeyDown(event);
        }}
      >
        {group(draft, [])}
      </div>
    </Dialog>
  );
}
