import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import type { Id } from '../../../contract/ids';
import type { JobView } from '../../../jobs/ledger/use-jobs';
import { linesOfJob } from '../../../jobs/results/job-lines';
import { textKey } from '../../../jobs/results/outcomes';
import type { Outcome } from '../../../storage/job-rows';
import { markRecords } from './sent-marks';

/** What is not proven is said on its row; what was never sent is a draft still, and looks like one. */
const told: ReadonlySet<Outcome> = new Set<Outcome>([
  'differs',
  'refused',
  'unknown',
  'accepted',
  'sending',
  'not-sent',
]);

/** Marks the rows of a job among the records as long as they are not proven and it is told of beside them. */
export function useMarkedRows({ job: { id }, calls }: JobView): void {
  const t = useTranslations('jobs');
  useEffect(() => () => markRecords(id, null), [id]);
  useEffect(() => {
    let current = true;
    const read = async (): Promise<void> => {
      const marks = new Map<Id, string>();
      for await (const lines of linesOfJob(id, calls, told)) {
        for (const { item_id, result } of lines) {
          const key = textKey(result.outcome);
          if (item_id !== null)
            marks.set(item_id, t('saidMark', { outcome: t(`outcome.${key}`), hint: t(`hint.${key}`) }));
        }
      }
      if (current) markRecords(id, marks);
    };
    read().catch(() => {
      // Without the browser's database nothing is marked; the bar has said what is known.
    });
    return () => {
      current = false;
    };
  }, [id, calls, t]);
}
