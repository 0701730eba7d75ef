import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/form/button';
import { ClockIcon } from '../../../ui/icons/icons';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { Popover } from '../../../ui/overlay/popover';
import type { AutoRefresh } from './use-auto-refresh';

const RefreshChoices = lazyPart(async () => (await import('./refresh-choices')).RefreshChoices);

/** How often the rows on the screen are read again by themselves, and why they are not just now. */
export function RefreshMenu({ every, paused, choose }: AutoRefresh) {
  const t = useTranslations('records.upToDate');
  const [open, setOpen] = useState(false);
  const said = every === null ? t('off') : t(`every.s${every}`);
  const why = every !== null && paused !== null ? t(`paused.${paused}`) : null;
  return (
    <Popover
      label={t('heading')}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          kind="ghost"
          icon={<ClockIcon />}
          aria-label={[t('label', { said }), why].filter(Boolean).join(', ')}
          tooltip={t('label', { said })}
        >
          {every === null ? null : (why ?? said)}
        </Button>
      }
    >
      <RefreshChoices every={every} why={why} choose={choose} />
    </Popover>
  );
}
