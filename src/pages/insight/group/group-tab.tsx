import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { chartsFor } from '../../../insight/questions/charts';
import { askGroups } from '../../../insight/questions/group';
import type { GroupQuestion } from '../../../insight/questions/group-question';
import { proposal } from '../../../insight/questions/proposal';
import { Skeleton } from '../../../ui/display/skeleton';
import { Button } from '../../../ui/form/button';
import { DownloadIcon } from '../../../ui/icons/icons';
import { lazyPart } from '../../../ui/layout/lazy-part';
import styles from '../insight.module.css';
import { QueryFailed } from '../query-failed';
import type { TabProps } from '../tab-props';
import { useAnswer } from '../use-answer';
import { useCellTexts } from '../use-cell-text';
import { useProfile } from '../use-profile';
import { GroupBuilder } from './group-builder';
import { saveGroups } from './group-file';
import { GroupTable } from './group-table';
import { StandsOut } from './stands-out';

const GroupChart = lazyPart(async () => (await import('./group-chart')).GroupChart);

const more = 50;

/** Rows by groups: a table with totals, a chart, and what stands out in the columns. */
export function GroupTab({ data, scope, analysis, onChange, onRows }: TabProps) {
  const t = useTranslations('insight');
  const texts = useCellTexts();
  const { engine, source } = data;
  const profile = useProfile(data);
  const proposed = useMemo(() => proposal(source, profile.data ?? null), [source, profile.data]);
  // What is proposed must not change under a hand: it follows the profile only until that is there.
  const question = analysis.group ?? (profile.isRunning && !profile.data ? null : proposed);
  const change = (group: GroupQuestion) => onChange({ group });
  // With its question: while another one is computed, the one before stays as it is.
  const answer = useAnswer(data, question && `group ${JSON.stringify(question)}`, async (options) => {
    const asked = question as GroupQuestion;
    return { question: asked, answer: await askGroups(engine, source, asked, options) };
  });
  const shown = answer.data ?? null;
  const kinds = useMemo(() => (shown ? chartsFor(source, shown.question) : []), [source, shown]);
  const { columns } = source;

  return (
    <>
      {question ? (
        <GroupBuilder columns={columns} question={question} onChange={change}>
          {shown && !answer.isRunning ? t('timing', { ms: shown.answer.ms }) : t('computing')}
        </GroupBuilder>
      ) : null}
      <div className={styles.columns} aria-busy={answer.isRunning}>
        <div className={styles.main}>
          {answer.error ? (
            <QueryFailed error={answer.error} />
          ) : shown ? (
            <div className={styles.card}>
              <GroupTable
                columns={columns}
                question={shown.question}
                answer={shown.answer}
                onSort={(sort) => change({ ...shown.question, sort })}
                onRows={onRows}
                onMore={() => change({ ...shown.question, limit: shown.question.limit + more })}
              />
            </div>
          ) : (
            <Skeleton look="rows" rows={8} />
          )}
          {shown?.answer.pivot && shown.answer.pivot.more > 0 ? (
            <p className={styles.note}>{t('moreColumns', { count: shown.answer.pivot.more })}</p>
          ) : null}
          {shown?.answer.isUnnested ? <p className={styles.note}>{t('unnested')}</p> : null}
          {shown ? (
            <div className={styles.actions}>
              {(['csv', 'xlsx'] as const).map((format) => (
                <Button
                  key={format}
                  size="small"
                  icon={<DownloadIcon size={14} />}
                  onClick={() =>
                    void saveGroups(source, shown.question, shown.answer, format, {
                      name: scope.tableName,
                      all: t('all'),
                      measureOf: (measure) => texts.measure(measure, columns),
                      keyOf: (key) => texts.key(key, shown.question.groups.at(-1)?.by ?? 'value'),
                    })
                  }
                >
                  {format.toUpperCase()}
                </Button>
              ))}
              <span className={styles.quiet}>{t('leadsToRows')}</span>
            </div>
          ) : null}
        </div>
        <div className={styles.side}>
          {shown && kinds.length > 0 ? (
            <GroupChart
              source={source}
              question={shown.question}
              answer={shown.answer}
              kinds={kinds}
              kind={
                analysis.chart && kinds.includes(analysis.chart) ? analysis.chart : (kinds[0] as (typeof kinds)[number])
              }
              name={scope.tableName}
              onKind={(chart) => onChange({ chart })}
              onRows={onRows}
            />
          ) : null}
          {profile.data ? (
            <StandsOut
              profile={profile.data}
              columns={columns}
              onRows={onRows}
              onColumn={(column) => onChange({ tab: 'profile', column })}
            />
          ) : null}
        </div>
      </div>
    </>
  );
}
