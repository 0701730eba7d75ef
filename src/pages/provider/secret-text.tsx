import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CopyButton, IconButton } from '../../ui/form/button';
import { EyeIcon, EyeOffIcon } from '../../ui/icons/more-icons';
import styles from './credential-life.module.css';
import { maskSecret } from './masked';

const revealMs = 10_000;

/** A credential, masked; to be revealed on purpose, for ten seconds or until the page is hidden. */
export function SecretText({ value, name }: { value: string; name: string }) {
  const t = useTranslations('provider.life');
  const [revealed, setRevealed] = useState<string | null>(null);
  const shown = revealed === value;

  useEffect(() => {
    if (!shown) return;
    const conceal = () => setRevealed(null);
    const timer = setTimeout(conceal, revealMs);
    document.addEventListener('visibilitychange', conceal);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', conceal);
    };
  }, [shown]);

  return (
    <span className={styles.secret}>
      <span className={styles.secretValue}>{shown ? value : maskSecret(value)}</span>
      <IconButton
        size="small"
        label={t(shown ? 'conceal' : 'reveal', { name })}
        icon={shown ? <EyeOffIcon size={14} /> : <EyeIcon size={14} />}
        onClick={() => setRevealed(shown ? null : value)}
      />
      <CopyButton text={value} label={t('copy', { name })} />
    </span>
  );
}
