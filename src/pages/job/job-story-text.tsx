import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { JobRow } from '../../storage/job-rows';
import { useNow } from '../../ui/use-now';
import styles from './job.module.css';
import { storyOf } from './job-story';

const mostKept = 4;

/** What happened to the rows, in sentences. */
export function JobStory({ job }: { job: JobRow }) {
  const t = useTranslations('jobs');
  const story = storyOf(job, useNow());
  // Sentences come and go several times a second: the room of the most that there were is kept, so that nothing below them jumps under the pointer.
  const [lines, setLines] = useState(story.length);
  if (story.length > lines) setLines(story.length);
  return (
    <section aria-label={t('inWords')} className={styles.story}>
      <ul data-lines={Math.min(Math.max(lines, story.length), mostKept)}>
        {story.map(({ key, count, tone }) => (
          <li key={key} data-tone={tone}>
            {t.rich(`story.${key}`, { count, b: (chunks) => <b className="num">{chunks}</b> })}
          </li>
        ))}
      </ul>
    </section>
  );
}
