import { useTranslations } from 'use-intl';
import { isSystemField } from '../../../contract/records';
import {
  askCompare,
  type ChangeKind,
  type CompareAnswer,
  type CompareChoice,
  changeKinds,
} from '../../../insight/questions/compare';
import type { TargetField } from '../../../transfer/in/mapping/mapping';
import { EmptyState, Notice } from '../../../ui/display/notice';
import { Skeleton } from '../../../ui/display/skeleton';
import { Button } from '../../../ui/form/button';
import { Segmented } from '../../../ui/form/select';
import { CheckIcon, CloseIcon } from '../../../ui/icons/icons';
import styles from '../insight.module.css';
import { QueryFailed } from '../query-failed';
import { type InsightData, useAnswer } from '../use-answer';
import { useCellTexts } from '../use-cell-text';
import type { TableScope } from '../use-load-scope';
import { ChangeActions } from './change-actions';
import { ChangesTable } from './changes-table';
import type { ComparedFile } from './compared-file';
import type { Compared } from './use-compared';

interface ComparisonProps {
  data: InsightData;
  scope: TableScope;
  targets: readonly TargetField[];
  compared: Compared;
  choice: CompareChoice;
  file: ComparedFile | null;
  onChange(change: Partial<CompareChoice>): void;
}

/** What differs between two sides, what was not compared, and what can be done with it. */
export function Comparison({ data, scope, targets, compared, choice, file, onChange }: ComparisonProps) {
  const t = useTranslations('insight');
  const texts = useCellTexts();
  const { own, before, after } = compared;
  const { keys, without } = choice;
  const fields = compared.pairs.filter(
    (pair) => !isSystemField(pair[own]) && !without.includes(pair[own]) && !keys.some((key) => key[own] === pair[own]),
  );
  const question = { ...choice, with: compared.with, fields };
  const ask = async (show: ChangeKind | null, limit: number, signal?: AbortSignal) => {
    await compared.open();
    return askCompare(data.engine, before, after, { ...question, show, limit }, { signal });
  };
  const answer = useAnswer(data, `compare ${compared.version} ${JSON.stringify(question)}`, async ({ signal }) => ({
    found: await ask(choice.show, choice.limit, signal),
    asked: question,
  }));
  if (answer.error) return <QueryFailed error={answer.error} />;
  if (answer.data === undefined) return <Skeleton look="rows" rows={8} />;
  // What is shown may be the answer to the question before.
  const { found, asked } = answer.data;
  const { counts } = found;
  const listed = asked.show === null ? counts.added + counts.removed + counts.changed : counts[asked.show];
  const labelOf = (id: string) => compared[own].columns.find((column) => column.id === id)?.label ?? id;

  return (
    <>
      <div className={styles.actions}>
        <div className={styles.tabs}>
          <Segmented
            label={t('changesShown')}
            value={choice.show ?? 'all'}
            onChange={(show) => onChange({ show: show === 'all' ? null : show, limit: 100 })}
            options={[
              { value: 'all', label: t('allChanges') },
              ...changeKinds.map((kind) => ({
                value: kind,
                label: `${t(`changes.${kind}`)} ${texts.count(counts[kind])}`,
              })),
            ]}
          />
        </div>
        {asked.fields.map((pair, index) => {
          const rows = found.changedPerField[index] ?? 0;
          const label = labelOf(pair[own]);
          return rows === 0 ? null : (
            <span key={pair[own]} className={styles.chip}>
              <span className={styles.chipLabel}>{label}</span>
              <span className={styles.chipPart}>{texts.count(rows)}</span>
              <button
                type="button"
                className={styles.chipPart}
                aria-label={t('ignoreField', { column: label })}
                onClick={() => onChange({ without: [...without, pair[own]] })}
              >
                <CloseIcon size={12} />
              </button>
            </span>
          );
        })}
        {without.map((id) => (
          <button
            key={id}
            type="button"
            className={styles.addChip}
            onClick={() => onChange({ without: without.filter((each) => each !== id) })}
          >
            + {labelOf(id)}
          </button>
        ))}
        <span className={styles.timing}>{t('timing', { ms: found.ms })}</span>
      </div>
      <NotCompared found={found} compared={compared} file={file} />
      <ChangeActions
        {...{ scope, targets, compared, file, labelOf }}
        keys={keys.map((key) => key[own])}
        areBlanksSame={choice.areBlanksSame}
        changed={counts.changed}
        listed={listed}
        ask={(show, limit) => ask(show, limit)}
        show={choice.show}
      />
      {listed === 0 ? (
        <EmptyState icon={<CheckIcon size={22} />} title={t(asked.show === null ? 'noDifferences' : 'noSuchRows')} />
      ) : (
        <ChangesTable rows={found.rows} compared={compared} labelOf={labelOf} recordsPath={scope.recordsPath} />
      )}
      {listed > found.rows.length ? (
        <Button onClick={() => onChange({ limit: choice.limit * 5 })}>
          {t('moreRows', { count: listed - found.rows.length })}
        </Button>
      ) : null}
    </>
  );
}

/** What the counts do not cover. */
function NotCompared({
  found: { repeated, withoutKey },
  compared: { own, before, after, pairs, isUneven },
  file,
}: {
  found: CompareAnswer;
  compared: Compared;
  file: ComparedFile | null;
}) {
  const t = useTranslations('insight');
  const [here, there] = own === 'before' ? (['before', 'after'] as const) : (['after', 'before'] as const);
  const onlyOne = [
    ...before.columns.filter(({ id }) => !pairs.some((pair) => pair.before === id)),
    ...after.columns.filter(({ id }) => !pairs.some((pair) => pair.after === id)),
  ];
  const notes = [
    isUneven && t('unevenSides'),
    repeated.keys > 0 &&
      t('repeatedKeys', {
        keys: repeated.keys,
        here: repeated[here],
        there: repeated[there],
        examples: repeated.examples.map((key) => key.join(' · ')).join(', '),
      }),
    withoutKey.before + withoutKey.after > 0 && t('withoutKey', { here: withoutKey[here], there: withoutKey[there] }),
    file && file.broken > 0 && t('brokenRows', { rows: file.broken }),
    file?.isGuessed && t('guessedFile'),
    file && file.unmatched.length > 0 && t('unmatchedColumns', { columns: file.unmatched.join(', ') }),
    !file && onlyOne.length > 0 && t('unmatchedFields', { columns: onlyOne.map(({ label }) => label).join(', ') }),
  ].filter((note) => typeof note === 'string');
  return notes.length === 0 ? null : (
    <Notice title={t('notCompared')}>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Notice>
  );
}
