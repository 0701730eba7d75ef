import { useTranslations } from 'use-intl';
import type { JobRow } from '../../storage/job-rows';
import styles from './job.module.css';
import { storyOf } from './job-story';

/** What happened to the rows, in sentences. */
export function JobStory({ job }: { job: JobRow }) {
  const t = useTranslations('jobs');
  return (
    <section aria-label={t('inWords')} className={styles.story}>
      <ul>
        {storyOf(job).map(({ key, count, tone }) => (
          <li key={key} data-tone={tone}>
            {t.rich(`story.${key}`, { count, b: (chunks) => <b className="num">{chunks}</b> })}
          </li>
        ))}
      </ul>
    </section>
  );
}
