import { useTranslations } from 'use-intl';
import type { Client } from '../../api/wire/client';
import { belongingsOf, forgetEverything, lockConnections } from '../../credentials/lock';
import { UnfinishedJobs, unfinishedJobs } from '../../jobs/ledger/unfinished-jobs';
import { useConfirm } from '../../ui/overlay/confirm';

type KeyOwner = Pick<Client, 'environment' | 'identity'>;

/** The two ways to end a key in every tab. The confirmation names the jobs they stop. */
export interface EndKey {
  /** Takes the key away and leaves its jobs and changes; asks first only where a job is under way. @returns whether it was done */
  lock(owner: KeyOwner): Promise<boolean>;
  /** Removes the key and everything kept of it, after a confirmation. @returns whether it was done */
  forget(owner: KeyOwner): Promise<boolean>;
}

export function useEndKey(): EndKey {
  const t = useTranslations('connect');
  const confirm = useConfirm();
  const jobsOf = ({ environment, identity }: KeyOwner) => unfinishedJobs({ environment: environment.name, identity });

  async function lock(owner: KeyOwner): Promise<boolean> {
    const { name, title } = owner.environment;
    const jobs = await jobsOf(owner);
    const question = {
      title: t('lockTitle', { name: title ?? name }),
      text: (
        <>
          <p>{t('lockText', { count: jobs.length })}</p>
          <UnfinishedJobs jobs={jobs} />
        </>
      ),
      action: t('lockAction'),
    };
    if (jobs.length > 0 && !(await confirm(question))) return false;
    await lockConnections([name]);
    return true;
  }

  async function forget(owner: KeyOwner): Promise<boolean> {
    const { name, title } = owner.environment;
    const [under, { drafts, jobs }] = await Promise.all([jobsOf(owner), belongingsOf(name)]);
    const text = drafts + jobs > 0 ? t('forgetText', { drafts, jobs }) : t('forgetTextAlone');
    const question = {
      title: t('forgetTitle', { name: title ?? name }),
      text: (
        <>
          {under.length > 0 ? <p>{t('forgetJobs', { count: under.length })}</p> : null}
          <UnfinishedJobs jobs={under} />
          <p>{text}</p>
        </>
      ),
      action: t('forgetAction'),
      danger: true,
    };
    if (!(await confirm(question))) return false;
    await forgetEverything(name);
    return true;
  }

  return { lock, forget };
}
