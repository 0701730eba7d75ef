import { useFormatter, useTranslations } from 'use-intl';
import type { ColumnPair, CompareChoice } from '../../../insight/questions/compare';
import type { SnapshotColumn } from '../../../insight/snapshot/snapshot-column';
import type { SnapshotInfo } from '../../../storage/snapshot-files';
import { Checkbox } from '../../../ui/form/checkbox';
import { Chip } from '../chip';
import { ChoicePopover } from '../choice-list';
import styles from '../insight.module.css';
import { fileChoice, type useCompared } from './use-compared';

interface CompareBuilderProps {
  info: SnapshotInfo;
  columns: readonly SnapshotColumn[];
  state: ReturnType<typeof useCompared>;
  choice: CompareChoice;
  onOther(id: string): void;
  onChange(change: Partial<CompareChoice>): void;
}

/** What these rows are compared with, and by what rows are matched. */
export function CompareBuilder({ info, columns, state, choice, onOther, onChange }: CompareBuilderProps) {
  const t = useTranslations('insight');
  const format = useFormatter();
  const { others, other, file, compared } = state;
  const { keys } = choice;
  const own = compared?.own ?? 'before';
  const their = own === 'before' ? 'after' : 'before';
  const nameOf = ({ table_id, tableName, loadedAt }: SnapshotInfo) => {
    const at = format.dateTime(new Date(loadedAt), { dateStyle: 'medium', timeStyle: 'medium' });
    return table_id === info.table_id ? t('loadedAt', { at }) : tableName;
  };
  const scopeOf = ({ complete, filter }: SnapshotInfo) =>
    t(!complete ? 'partOf' : filter === null ? 'wholeTable' : 'ofFilter');
  const name = other ? nameOf(other) : choice.other === fileChoice ? (file?.name ?? null) : null;
  const labelOf = (id: string) => columns.find((column) => column.id === id)?.label ?? id;
  const choicesOf = (of: readonly SnapshotColumn[]) => of.map(({ id, label }) => ({ value: id, label }));

  function addKey(id: string) {
    const pair = compared?.pairs.find((each) => each[own] === id);
    const added = pair ?? ({ [own]: id, [their]: 'item_id' } as unknown as ColumnPair);
    // A record ID identifies a row alone.
    onChange({ keys: [...keys.filter((key) => key[own] !== 'item_id'), added] });
  }

  return (
    <div className={styles.builder}>
      <span className={styles.builderWord}>{t('compareWith')}</span>
      <ChoicePopover
        label={t('compareWith')}
        trigger={
          <button type="button" className={styles.addChip} data-chosen={name ? true : undefined}>
            {name ?? t('choose')}
          </button>
        }
        value={choice.other}
        choices={[
          ...others.map((each) => ({
            value: each.id,
            label: nameOf(each),
            hint: `${t('loadedRows', { rows: each.rows })} · ${scopeOf(each)}`,
          })),
          { value: fileChoice, label: t('chooseFile'), hint: 'CSV, TSV, JSON, XLSX' },
        ]}
        onChoose={onOther}
      />
      {compared ? (
        <>
          <span className={styles.builderWord}>{t('matchedBy')}</span>
          {keys.map((key) => (
            <Chip
              key={`${key.before} ${key.after}`}
              label={labelOf(key[own])}
              removeLabel={t('removeField', { column: labelOf(key[own]) })}
              onRemove={() => onChange({ keys: keys.filter((each) => each !== key) })}
            >
              {compared.with === 'table' ? (
                <ChoicePopover
                  label={t('sameAs', { column: labelOf(key[own]) })}
                  trigger={
                    <button type="button" className={styles.chipPart}>
                      = {compared.other.columns.find(({ id }) => id === key[their])?.label ?? key[their]}
                    </button>
                  }
                  value={key[their]}
                  choices={choicesOf(compared.other.columns)}
                  onChoose={(id) =>
                    onChange({ keys: keys.map((each) => (each === key ? { ...each, [their]: id } : each)) })
                  }
                />
              ) : null}
            </Chip>
          ))}
          <ChoicePopover
            label={t('addField')}
            trigger={
              <button type="button" className={styles.addChip}>
                {t('addFieldSign')}
              </button>
            }
            choices={choicesOf(columns.filter(({ id }) => !keys.some((key) => key[own] === id)))}
            onChoose={addKey}
          />
          <Checkbox
            label={t('blanksSame')}
            checked={choice.areBlanksSame}
            onChange={(areBlanksSame) => onChange({ areBlanksSame })}
          />
        </>
      ) : null}
    </div>
  );
}
