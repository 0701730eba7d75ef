import { useTranslations } from 'use-intl';
import type { Environment } from '../contract/gateway';
import { closeWriting, isOpenedOnPurpose, openWriting, useWritingStop } from '../credentials/writing';
import { Button } from '../ui/button';
import { useConfirm } from '../ui/confirm';
import { LockIcon, UnlockIcon } from '../ui/icons';
import styles from './rail.module.css';

/** Says that an environment is closed for writing, and opens it on purpose; draws nothing where it is open anyway. */
export function WritingLock({ environment }: { environment: Environment }) {
  const t = useTranslations('frame');
  const confirm = useConfirm();
  const stop = useWritingStop(environment);
  const name = environment.title ?? environment.name;

  async function open() {
    const question = { title: t('openWritingTitle', { name }), text: t('openWritingText', { name }), danger: true };
    if (await confirm({ ...question, action: t('openWriting') })) openWriting(environment.name);
  }

  if (stop === 'insecure') return null;
  if (stop === 'environment') {
    return (
      <Button
        size="small"
        icon={<LockIcon size={14} />}
        onClick={open}
        className={styles.lock}
        tooltip={t('openWriting')}
      >
        <span className={styles.name}>{t('readOnly')}</span>
      </Button>
    );
  }
  if (!isOpenedOnPurpose(environment.name)) return null;
  return (
    <Button
      size="small"
      icon={<UnlockIcon size={14} />}
      onClick={() => closeWriting(environment.name)}
      className={styles.unlocked}
      tooltip={t('closeWriting')}
    >
      <span className={styles.name}>{t('openForWriting')}</span>
    </Button>
  );
}
