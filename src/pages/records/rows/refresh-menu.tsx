import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/form/button';
import { ClockIcon } from '../../../ui/icons/icons';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { Popover } from '../../../ui/overlay/popover';
import type { AutoRefresh } from './use-auto-refresh';

const RefreshChoices = lazyPart(async () => (await import('../later')).RefreshChoices);

/** How often the rows on the screen are read again by themselves, and why they are not just now. */
export function RefreshMenu(auto: AutoRefresh) {
  const { every, paused } = auto;
  const t = useTranslations('records.upToDate');
  const chosen = every === null ? t('off') : t(`every.s${every}`);
  const why = every !== null && paused !== null ? t(`paused.${paused}`) : null;
  return (
    <Popover
      label={t('heading')}
      align="end"
      trigger={
        <Button
          kind="ghost"
          icon={<ClockIcon />}
          aria-label={[t('label', { said: chosen }), why].filter(Boolean).join(', ')}
          tooltip={t('label', { said: chosen })}
        >
          {every === null ? null : (why ?? chosen)}
        </Button>
      }
    >
      <RefreshChoices {...auto} why={why} />
    </Popover>
  );
}
