import { useTranslations } from 'use-intl';
import type { Outcome } from '../../api/wire/activity';
import { Badge, type Tone } from '../../ui/display/badge';

const tones: Record<Outcome, Tone> = {
  waiting: 'neutral',
  running: 'accent',
  success: 'good',
  aborted: 'neutral',
  'no-answer': 'unknown',
  malformed: 'bad',
  system: 'bad',
  business: 'bad',
};

/** How a request ended, or that it has not. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const t = useTranslations('activity.outcome');
  return (
    <Badge tone={tones[outcome]} data-result={outcome}>
      {t(outcome)}
    </Badge>
  );
}
