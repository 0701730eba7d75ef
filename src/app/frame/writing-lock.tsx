import { useTranslations } from 'use-intl';
import type { Client } from '../../api/wire/client';
import { closeWriting, isOpenedOnPurpose, openWriting, useWritingStop } from '../../credentials/write-permission';
import { Button } from '../../ui/form/button';
import { LockIcon, UnlockIcon } from '../../ui/icons/icons';
import { useConfirm } from '../../ui/overlay/confirm';
import rail from './rail.module.css';

/** Shows that editing is off for an environment, and turns it on; renders nothing where it is always on. */
export function WritingLock({ client }: { client: Client }) {
  const t = useTranslations('frame');
  const confirm = useConfirm();
  const { environment } = client;
  const stop = useWritingStop(environment);
  const name = environment.title ?? environment.name;

  async function open() {
    const question = { title: t('openWritingTitle', { name }), text: t('openWritingText', { name }), danger: true };
    if (await confirm({ ...question, action: t('openWriting') })) openWriting(environment.name);
  }

  // Turning editing off means that nothing more is to be written: a job with unsent rows waits until it is resumed.
  async function close() {
    closeWriting(environment.name);
    const { pauseSending } = await import('../../jobs/runner/run-connection');
    await pauseSending(client);
  }

  if (stop === 'insecure') return null;
  if (stop === 'environment') {
    return (
      <Button
        size="small"
        icon={<LockIcon size={14} />}
        onClick={open}
        className={rail.lock}
        tooltip={t('openWriting')}
      >
        <span className={rail.name}>{t('readOnly')}</span>
      </Button>
    );
  }
  if (!isOpenedOnPurpose(environment.name)) return null;
  return (
    <Button
      size="small"
      icon={<UnlockIcon size={14} />}
      onClick={() => void close()}
      className={rail.unlocked}
      tooltip={t('closeWriting')}
    >
      <span className={rail.name}>{t('openForWriting')}</span>
    </Button>
  );
}
