import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { JobView } from '../../../jobs/ledger/use-jobs';
import { opensAgain, type StoryKey, type StoryPart, storyOf } from '../../../jobs/results/job-story';
import { onlyByFile } from '../../../jobs/results/not-sent';
import { useJoin } from '../../../ui/hooks/use-join';
import { useNow } from '../../../ui/hooks/use-now';
import styles from '../job.module.css';

const mostKept = 4;

/** What happened to the rows, in sentences. */
export function JobStory({ view: { job, calls } }: { view: JobView }) {
  const t = useTranslations('jobs');
  const join = useJoin();
  const story = storyOf(job, calls, useNow());
  // Of many calls sentences come and go several times a second: their room is kept from the first on, so that nothing below them jumps under the pointer.
  const [lines, setLines] = useState(job.open === 1 && job.calls > 1 ? Math.min(job.calls, mostKept) : story.length);
  if (story.length > lines) setLines(story.length);
  const again = (key: StoryKey, count: number, whys: StoryPart['whys']): string => {
    if (!opensAgain.has(key)) return '';
    const left = whys.reduce((sum, [why, rows]) => (onlyByFile(why) ? sum + rows : sum), 0);
    if (left === count) return t(key === 'left' ? 'againByFile' : 'againNone', { count });
    if (left > 0) return t('againSome', { count: count - left });
    return t(job.open === 0 ? 'again' : 'againLater', { count });
  };
  return (
    <section aria-label={t('inWords')} className={styles.story}>
      <ul data-lines={Math.min(Math.max(lines, story.length), mostKept)}>
        {story.map(({ key, count, tone, whys }) => (
          <li key={key} data-tone={tone}>
            {t.rich(`story.${key}`, {
              count,
              whys: join(whys.map(([why, count]) => t(`notSent.${why}`, { count }))),
              again: again(key, count, whys),
              b: (chunks) => <b className="num">{chunks}</b>,
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
