import { useTranslations } from 'use-intl';
import { Badge } from '../../ui/display/badge';
import { LockIcon } from '../../ui/icons/icons';
import type { EventFacts } from './event-facts';

/** The kind of an event as its body names it, else the form of the body. */
export function KindBadge({ facts: { kind, form } }: { facts: EventFacts }) {
  const t = useTranslations('events.form');
  if (kind !== null) return <Badge tone="accent">{kind.word}</Badge>;
  return <Badge icon={form === 'encrypted' ? <LockIcon /> : undefined}>{t(form)}</Badge>;
}
