import { useMemo, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { JobView } from '../../../jobs/ledger/use-jobs';
import { fieldName } from '../../../jobs/results/job-field';
import type { JobLine } from '../../../jobs/results/job-lines';
import { outcomeKeys } from '../../../jobs/results/outcome-keys';
import { Button } from '../../../ui/form/button';
import { DownloadIcon } from '../../../ui/icons/icons';
import { EditIcon } from '../../../ui/icons/more-icons';
import { Card } from '../../../ui/layout/page';
import { Tabs } from '../../../ui/layout/tabs';
import { useJobWords } from '../outcome/job-words';
import { JobRows } from './job-rows';
import { RowDetails } from './row-details';
import { type ResultKind, saveResults } from './save-results';
import { outcomesOf, retriedOf, rowsShown, type Shown, shownInPlace } from './shown-rows';
import { useOpenDrafts } from './use-open-drafts';

/** The rows by outcome, each with its reason; and as files and drafts to use again. */
export function RowsCard({ view: { job, calls } }: { view: JobView }) {
  const t = useTranslations('jobs');
  const format = useFormatter();
  const words = useJobWords(job);
  const openDrafts = useOpenDrafts(job);
  // What needs a look is shown by itself when the job has ended, unless somebody looks at something else.
  const [looked, setLooked] = useState<Shown | null>(null);
  const [open, setOpen] = useState<JobLine | null>(null);
  const [placed, setPlaced] = useState<readonly Shown[]>([]);
  const shown = shownInPlace(job, placed);
  if (shown.length > placed.length) setPlaced(shown);
  const nameOf = (value: Shown) =>
    value === 'all' || value === 'trouble' ? t(value) : t(`outcome.${outcomeKeys[value]}`);
  const value = looked ?? (job.open === 0 && rowsShown('trouble', job) > 0 ? 'trouble' : 'all');
  const wanted = useMemo(() => outcomesOf(value), [value]);
  const name = nameOf(value);
  const count = rowsShown(value, job);
  const retried = retriedOf(value, job);
  const key = job.update_by_fields.map((id) => fieldName(job.fields, id)).join(' + ') || 'none';
  const save = (kind: ResultKind) =>
    void saveResults(
      kind,
      job,
      calls,
      wanted,
      {
        outcome: ({ result }) => words.outcome(result),
        reason: (line) => words.reason(line, calls[line.call - 1]?.failure),
        change: words.change,
      },
      `${t('resultsFile')} ${name}`,
    );
  return (
    <Card
      title={t('rowsTitle')}
      flush
      actions={
        count > 0 ? (
          <>
            <Button size="small" icon={<DownloadIcon />} onClick={() => save('csv')}>
              {t('asCsv', { name, count })}
            </Button>
            {(['xlsx', 'json'] as const).map((kind) => (
              <Button key={kind} size="small" kind="ghost" onClick={() => save(kind)}>
                {t(`as.${kind}`)}
              </Button>
            ))}
            {retried.size > 0 ? (
              <Button
                size="small"
                icon={<EditIcon />}
                tooltip={t('openDraftsTip', { key })}
                onClick={() => void openDrafts(calls, retried)}
              >
                {t('openDrafts')}
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      <Tabs<Shown>
        label={t('outcomeColumn')}
        look="line"
        value={value}
        onChange={setLooked}
        items={shown.map((each) => ({ value: each, label: nameOf(each), count: format.number(rowsShown(each, job)) }))}
      >
        <JobRows key={value} job={job} calls={calls} wanted={wanted} words={words} onOpen={setOpen} />
      </Tabs>
      {open ? (
        <RowDetails
          job={job}
          line={open}
          failure={calls[open.call - 1]?.failure ?? null}
          words={words}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </Card>
  );
}
