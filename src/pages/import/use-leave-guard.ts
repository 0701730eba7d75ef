import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { useConfirm } from '../../ui/confirm';
import { paths } from '../../url/paths';
import type { Check } from './use-check';

/** Asks before another page takes away a check that runs or is done: it may have taken minutes. The way to the job that it became is free. */
export function useLeaveGuard(environment: string, { state }: Check['now']): void {
  const t = useTranslations('import.leave');
  const confirm = useConfirm();
  const atStake = state === 'running' || state === 'done';
  const jobs = `${paths.jobs({ env: environment })}/`;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      atStake && nextLocation.pathname !== currentLocation.pathname && !nextLocation.pathname.startsWith(jobs),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({ title: t('title'), text: t('text'), action: t('action'), cancel: t('cancel') }).then((leaves) =>
      leaves ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker, confirm, t]);
}
