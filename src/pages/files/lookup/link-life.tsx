import { useTranslations } from 'use-intl';
import { linkMarginMs } from '../../../api/operations/files';
import { Badge } from '../../../ui/display/badge';
import { Button } from '../../../ui/form/button';
import { useNow } from '../../../ui/hooks/use-now';
import { ClockIcon } from '../../../ui/icons/icons';

/** How often the countdown goes on. */
const lookMs = 15_000;

interface LinkLifeProps {
  /** Epoch milliseconds. */
  dieAt: number;
  failed: boolean;
  busy: boolean;
  onRenew: () => void;
}

/** How long the links still work (4.6: one hour), quietly; a way to renew them where that did not happen by itself. */
export function LinkLife({ dieAt, failed, busy, onRenew }: LinkLifeProps) {
  const t = useTranslations('files.links');
  // The time is up to a look old: it is never said that they work longer than they do.
  const left = dieAt - useNow(lookMs) - lookMs;
  const minutes = Math.max(0, Math.floor(left / 60_000));
  const late = failed || left <= 0;
  const tone = left <= 0 ? 'bad' : late ? 'staged' : 'good';
  const text = left <= 0 ? t('dead') : late ? t('late', { minutes }) : t('work', { minutes });
  return (
    <>
      <Badge tone={tone} icon={<ClockIcon />}>
        {busy && left < linkMarginMs ? t('renewing') : text}
      </Badge>
      {late ? (
        <Button busy={busy} onClick={onRenew}>
          {t('renew')}
        </Button>
      ) : null}
    </>
  );
}
