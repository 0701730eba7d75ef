import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { groupingsFor } from '../../../insight/questions/group';
import type { Grouping, GroupQuestion } from '../../../insight/questions/group-question';
import { type Measure, type MeasureKind, measuresFor } from '../../../insight/questions/measure';
import type { SnapshotColumn } from '../../../insight/snapshot/snapshot-column';
import { Checkbox } from '../../../ui/form/checkbox';
import { Chip } from '../chip';
import { ChoicePopover } from '../choice-list';
import styles from '../insight.module.css';
import { GroupFilters } from './group-filters';

interface GroupBuilderProps {
  columns: readonly SnapshotColumn[];
  question: GroupQuestion;
  onChange(question: GroupQuestion): void;
  /** How long the answer took. */
  children: ReactNode;
}

const groupsMax = 3;

/** By what the rows are grouped, and what is measured of each group: a chip each. */
export function GroupBuilder({ columns, question, onChange, children }: GroupBuilderProps) {
  const t = useTranslations('insight');
  const { groups, measures } = question;
  const labelOf = (id: string) => columns.find((column) => column.id === id)?.label ?? id;
  const setGroups = (next: Grouping[]) =>
    onChange({ ...question, groups: next, isPivot: question.isPivot && next.length > 1, filters: [], sort: null });
  const setMeasures = (next: Measure[]) => onChange({ ...question, measures: next, filters: [], sort: null });
  const grouped = columns.filter((column) => groupingsFor(column).length > 0);
  const measured = columns.filter((column) => measuresFor(column).length > 0);

  return (
    <div className={styles.builder}>
      <span className={styles.builderWord}>{t('by')}</span>
      {groups.map((group, index) => {
        const column = columns.find(({ id }) => id === group.column);
        const others = column ? groupingsFor(column) : [];
        const by = byText(group.by);
        return (
          <Chip
            key={`${group.column} ${by}`}
            label={labelOf(group.column)}
            removeLabel={t('removeGroup', { column: labelOf(group.column) })}
            onRemove={() => setGroups(groups.filter((_, place) => place !== index))}
          >
            {others.length < 2 ? null : (
              <ChoicePopover
                label={t('groupingOf', { column: labelOf(group.column) })}
                trigger={
                  <button type="button" className={styles.chipPart}>
                    {groupingText(group.by, t)}
                  </button>
                }
                choices={others.map((each) => ({ value: byText(each), label: groupingText(each, t) }))}
                value={by}
                onChoose={(chosen) => {
                  const next = others.find((each) => byText(each) === chosen);
                  if (next) setGroups(groups.map((each, place) => (place === index ? { ...each, by: next } : each)));
                }}
              />
            )}
          </Chip>
        );
      })}
      {groups.length >= groupsMax ? null : (
        <ChoicePopover
          label={t('addGroup')}
          trigger={
            <button type="button" className={styles.addChip}>
              {t('addGroupSign')}
            </button>
          }
          choices={grouped.map(({ id, label }) => ({ value: id, label }))}
          onChoose={(id) => {
            const column = columns.find((each) => each.id === id);
            const [by] = column ? groupingsFor(column) : [];
            if (by) setGroups([...groups, { column: id, by }]);
          }}
        />
      )}
      {groups.length < 2 ? null : (
        <Checkbox
          label={t('asColumns', { column: labelOf(groups.at(-1)?.column ?? '') })}
          checked={question.isPivot}
          onChange={(isPivot) => onChange({ ...question, isPivot })}
        />
      )}
      <span className={styles.builderWord}>{t('measure')}</span>
      {measures.map((measure, index) => (
        <MeasureChip
          key={`${measure.kind} ${measure.column}`}
          measure={measure}
          column={columns.find(({ id }) => id === measure.column) ?? null}
          onKind={(kind) => setMeasures(measures.map((each, place) => (place === index ? { ...each, kind } : each)))}
          onRemove={() => setMeasures(measures.filter((_, place) => place !== index))}
        />
      ))}
      <ChoicePopover
        label={t('addMeasure')}
        trigger={
          <button type="button" className={styles.addChip}>
            {t('addMeasureSign')}
          </button>
        }
        choices={[
          ...(['rows', 'share'] as const)
            .filter((kind) => !measures.some((each) => each.kind === kind))
            .map((kind) => ({ value: `:${kind}`, label: t(`measures.${kind}`) })),
          ...measured.map(({ id, label }) => ({ value: id, label })),
        ]}
        onChoose={(chosen) => {
          if (chosen.startsWith(':')) {
            return setMeasures([...measures, { kind: chosen.slice(1) as MeasureKind, column: null }]);
          }
          const column = columns.find(({ id }) => id === chosen);
          const free = column && measuresFor(column).find((kind) => !has(measures, kind, chosen));
          if (free) setMeasures([...measures, { kind: free, column: chosen }]);
        }}
      />
      {groups.length === 0 ? null : (
        <GroupFilters
          columns={columns}
          question={question}
          onChange={(filters) => onChange({ ...question, filters })}
        />
      )}
      <span className={styles.timing}>{children}</span>
    </div>
  );
}

interface MeasureChipProps {
  measure: Measure;
  column: SnapshotColumn | null;
  onKind(kind: MeasureKind): void;
  onRemove(): void;
}

function MeasureChip({ measure, column, onKind, onRemove }: MeasureChipProps) {
  const t = useTranslations('insight');
  const label = column?.label ?? t(`measures.${measure.kind}`);
  return (
    <Chip label={label} removeLabel={t('removeMeasure', { column: label })} onRemove={onRemove}>
      {column === null ? null : (
        <ChoicePopover
          label={t('measureOf', { column: label })}
          trigger={
            <button type="button" className={styles.chipPart}>
              {t(`measures.${measure.kind}`)}
            </button>
          }
          choices={measuresFor(column).map((kind) => ({ value: kind, label: t(`measures.${kind}`) }))}
          value={measure.kind}
          onChoose={(kind) => onKind(kind as MeasureKind)}
        />
      )}
    </Chip>
  );
}

function has(measures: readonly Measure[], kind: MeasureKind, column: string): boolean {
  return measures.some((each) => each.kind === kind && each.column === column);
}

function byText(by: Grouping['by']): string {
  return typeof by === 'object' ? `width ${by.width}` : by;
}

type Texts = ReturnType<typeof useTranslations<'insight'>>;

function groupingText(by: Grouping['by'], t: Texts): string {
  return typeof by === 'object' ? t('binsOf', { width: by.width }) : t(`groupings.${by}`);
}
