import { useTranslations } from 'use-intl';
import { useMoment } from '../hooks/use-time';
import { KeyIcon } from '../icons/icons';
import { EyeIcon, EyeOffIcon } from '../icons/later-icons';
import { IconButton } from './button';
import styles from './field.module.css';
import { TextField, type TextFieldProps } from './text-field';

const revealMilliseconds = 10_000;

// Masked by style where the engine can: type="password" would make browsers offer to keep the key, and keys never go to
// any storage in clear. Where it cannot, masking comes first.
const masksByStyle = CSS.supports('-webkit-text-security', 'disc');

/**
 * A key or secret: masked, never offered to password managers or spell checkers. Revealing it is deliberate and ends by
 * itself after ten seconds, and at once when the value changes hands or the page is hidden.
 */
export function SecretField({
  icon = <KeyIcon />,
  ...props
}: Omit<TextFieldProps, 'type' | 'end' | 'mono' | 'unwritten'>) {
  const t = useTranslations('common');
  const [revealed, setRevealed] = useMoment(revealMilliseconds);

  return (
    <TextField
      {...props}
      unwritten
      type={revealed || masksByStyle ? 'text' : 'password'}
      data-masked={!revealed || undefined}
      onCopy={revealed ? undefined : (event) => event.preventDefault()}
      onCut={revealed ? undefined : (event) => event.preventDefault()}
      autoCapitalize="off"
      autoCorrect="off"
      data-1p-ignore
      data-lpignore="true"
      mono
      icon={icon}
      end={
        props.value ? (
          <IconButton
            size="small"
            className={styles.end}
            label={revealed ? t('conceal') : t('reveal')}
            aria-pressed={revealed}
            icon={revealed ? <EyeOffIcon /> : <EyeIcon />}
            onClick={() => setRevealed(!revealed)}
          />
        ) : undefined
      }
    />
  );
}
