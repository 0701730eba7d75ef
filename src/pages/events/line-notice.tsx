import { useTranslations } from 'use-intl';
import type { LineState } from '../../api/inbox/inbox';
import { Badge, type Tone } from '../../ui/display/badge';
import { Notice } from '../../ui/display/notice';
import { Button } from '../../ui/form/button';
import { useNow } from '../../ui/hooks/use-now';

const tones: Record<LineState['state'], Tone> = { connecting: 'accent', live: 'good', broken: 'unknown' };

/** Whether what is on the page is all that arrived. */
export function LineBadge({ line }: { line: LineState }) {
  const t = useTranslations('events.line');
  return (
    <Badge role="status" tone={tones[line.state]} data-line={line.state}>
      {t(line.state)}
    </Badge>
  );
}

/** Says that the line is broken, why, and when it is tried again. */
export function LineNotice({ line, onRetry }: { line: LineState; onRetry: () => void }) {
  const t = useTranslations('events');
  if (line.state !== 'broken') return null;
  const retry = (
    <Button size="small" onClick={onRetry}>
      {t('tryNow')}
    </Button>
  );
  return (
    <Notice strip tone="unknown" title={t('brokenTitle')} actions={retry}>
      {' '}
      {t('brokenText')} {line.message === null ? null : <span className="mono">{line.message}.</span>}{' '}
      {line.retryAt === null ? null : <NextTry at={line.retryAt} />}
    </Notice>
  );
}

function NextTry({ at }: { at: number }) {
  const t = useTranslations('events');
  const seconds = Math.max(0, Math.ceil((at - useNow(1000)) / 1000));
  return <span className="num">{t('nextTry', { seconds })}</span>;
}
