import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { opensAgain, storyOf } from '../../jobs/job-story';
import type { JobView } from '../../jobs/use-jobs';
import { useNow } from '../../ui/use-now';
import styles from './job.module.css';

const mostKept = 4;

/** What happened to the rows, in sentences. */
export function JobStory({ view: { job, calls } }: { view: JobView }) {
  const t = useTranslations('jobs');
  const story = storyOf(job, calls, useNow());
  // Of many calls sentences come and go several times a second: their room is kept from the first on, so that nothing below them jumps under the pointer.
  const [lines, setLines] = useState(job.open === 1 && job.calls > 1 ? Math.min(job.calls, mostKept) : story.length);
  if (story.length > lines) setLines(story.length);
  return (
    <section aria-label={t('inWords')} className={styles.story}>
      <ul data-lines={Math.min(Math.max(lines, story.length), mostKept)}>
        {story.map(({ key, count, tone }) => (
          <li key={key} data-tone={tone}>
            {t.rich(`story.${key}`, {
              count,
              again: opensAgain.has(key) ? t(job.open === 0 ? 'again' : 'againLater', { count }) : '',
              b: (chunks) => <b className="num">{chunks}</b>,
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
