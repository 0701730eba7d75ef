import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CheckIcon, CopyIcon } from '../icons/icons';
import { showToast } from '../overlay/toast';
import { Button, IconButton } from './button';

interface CopyButtonProps {
  /** What is copied; a function when it is costly to make. */
  text: string | (() => string);
  /** The name of the button; "Copy" unless told. */
  label?: string;
  /** Show the name, not only the icon. */
  showLabel?: boolean;
  size?: 'small' | 'normal';
}

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label, showLabel, size = 'small' }: CopyButtonProps) {
  const t = useTranslations('common');
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(typeof text === 'function' ? text() : text);
      setCopied(true);
    } catch {
      showToast({ kind: 'bad', title: t('copyFailed'), key: 'copy' });
    }
  }

  const name = copied ? t('copied') : (label ?? t('copy'));
  const icon = copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />;
  return showLabel ? (
    <Button kind="ghost" size={size} icon={icon} onClick={copy}>
      {name}
    </Button>
  ) : (
    <IconButton size={size} label={name} icon={icon} onClick={copy} />
  );
}
