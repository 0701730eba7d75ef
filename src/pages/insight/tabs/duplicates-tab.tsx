import { useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { askDuplicates, type DuplicatesQuestion, leniencies } from '../../../insight/questions/duplicates';
import type { SnapshotColumn } from '../../../insight/snapshot/snapshot-column';
import { EmptyState } from '../../../ui/display/notice';
import { Skeleton } from '../../../ui/display/skeleton';
import { Button } from '../../../ui/form/button';
import { Checkbox } from '../../../ui/form/checkbox';
import { CheckIcon } from '../../../ui/icons/icons';
import { Card } from '../../../ui/layout/card';
import { formatRecordsAddress } from '../../../url/records-address';
import { Chip } from '../chip';
import { ChoicePopover } from '../choice-list';
import styles from '../insight.module.css';
import { QueryFailed } from '../query-failed';
import { RecordTable, recordValue } from '../rows/record-table';
import type { TabProps } from '../tab-props';
import { useAnswer } from '../use-answer';
import { useCellTexts } from '../use-cell-text';

const groupsShown = 20;

/** Rows that have the same values in the chosen fields, beside each other. */
export function DuplicatesTab({ data, scope, analysis, onChange, onRows }: TabProps) {
  const t = useTranslations('insight');
  const texts = useCellTexts();
  const navigate = useNavigate();
  const { engine, source } = data;
  const question = analysis.duplicates ?? proposed(source.columns);
  const answer = useAnswer(
    data,
    question.columns.length === 0 ? null : `duplicates ${JSON.stringify(question)}`,
    (options) => askDuplicates(engine, source, question, options),
  );
  const change = (next: Partial<DuplicatesQuestion>) => onChange({ duplicates: { ...question, ...next } });
  const labelOf = (id: string) => source.columns.find((column) => column.id === id)?.label ?? id;
  const found = question.columns.length === 0 ? undefined : answer.data;

  return (
    <>
      <div className={styles.builder}>
        <span className={styles.builderWord}>{t('sameIn')}</span>
        {question.columns.map((id) => (
          <Chip
            key={id}
            label={labelOf(id)}
            removeLabel={t('removeField', { column: labelOf(id) })}
            onRemove={() => change({ columns: question.columns.filter((each) => each !== id) })}
          />
        ))}
        <ChoicePopover
          label={t('addField')}
          trigger={
            <button type="button" className={styles.addChip}>
              {t('addFieldSign')}
            </button>
          }
          choices={source.columns
            .filter(({ id }) => id !== 'item_id' && !question.columns.includes(id))
            .map(({ id, label }) => ({ value: id, label }))}
          onChoose={(id) => change({ columns: [...question.columns, id] })}
        />
        <span className={styles.builderWord}>{t('ignoring')}</span>
        {leniencies.map((each) => (
          <Checkbox
            key={each}
            label={t(`leniencies.${each}`)}
            checked={question.ignoring.includes(each)}
            onChange={(isOn) =>
              change({ ignoring: leniencies.filter((one) => (one === each ? isOn : question.ignoring.includes(one))) })
            }
          />
        ))}
        {found ? <span className={styles.timing}>{t('timing', { ms: found.ms })}</span> : null}
      </div>
      {answer.error ? <QueryFailed error={answer.error} /> : null}
      {question.columns.length === 0 ? (
        <EmptyState title={t('noFieldTitle')} text={t('noFieldText')} />
      ) : found === undefined ? (
        <Skeleton look="rows" rows={8} />
      ) : found.groupCount === 0 ? (
        <EmptyState
          icon={<CheckIcon size={22} />}
          title={t('noDuplicates')}
          text={t('skipped', { rows: found.skipped })}
        />
      ) : (
        <>
          <p className={styles.lead} role="status">
            {t('duplicateGroups', { groups: found.groupCount, rows: found.rows })}
            {found.skipped > 0 ? ` · ${t('skipped', { rows: found.skipped })}` : ''}
          </p>
          {found.groups.map((group) => {
            const name = question.columns
              .map((id) => shortText(group.records[0] && recordValue(group.records[0], id)))
              .join(' · ');
            const { selection } = group;
            return (
              <Card
                key={String(group.records[0]?.item_id)}
                title={name}
                note={t('groupNote', { rows: group.rows, fields: group.differing.length })}
                flush
                actions={
                  selection ? (
                    <Button size="small" onClick={() => onRows(selection, name)}>
                      {t('openInRows')}
                    </Button>
                  ) : null
                }
              >
                <RecordTable
                  label={name}
                  columns={sorted(source.columns, question.columns, group.differing)}
                  records={group.records}
                  marked={group.differing}
                  onOpen={(record) => void navigate(scope.recordsPath(formatRecordsAddress({ record })))}
                />
              </Card>
            );
          })}
          {found.groupCount > found.groups.length ? (
            <Button onClick={() => change({ limit: question.limit + groupsShown * 4 })}>
              {t('moreGroups', { count: found.groupCount - found.groups.length })} ({texts.count(found.groupCount)})
            </Button>
          ) : null}
        </>
      )}
    </>
  );
}

/** By the title, else by the first field of texts: what people know a row by. */
function proposed(columns: readonly SnapshotColumn[]): DuplicatesQuestion {
  const texts = columns.filter(({ id, type, isList }) => type === 'text' && !isList && id !== 'item_id');
  const named = texts.find(({ id, label }) => /title|name|标题|名称/i.test(`${id} ${label}`)) ?? texts[0];
  return { columns: named ? [named.id] : [], ignoring: ['case', 'spaces'], limit: groupsShown };
}

/** The record, what was compared, what differs, then the others. */
function sorted(
  columns: readonly SnapshotColumn[],
  asked: readonly string[],
  differing: readonly string[],
): SnapshotColumn[] {
  const rank = ({ id }: SnapshotColumn): number =>
    id === 'item_id' ? 0 : asked.includes(id) ? 1 : differing.includes(id) ? 2 : 3;
  return columns.toSorted((a, b) => rank(a) - rank(b));
}

function shortText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? '');
}
