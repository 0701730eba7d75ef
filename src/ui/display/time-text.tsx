import { useFormatter, useTranslations } from 'use-intl';
import { spaceDigits } from '../../texts/space-digits';
import { useNow } from '../hooks/use-time';

interface TimeTextProps {
  /** A moment of this browser's clock, in milliseconds of the epoch. Time stamps of the API are shown as sent instead. */
  at: number;
  /** `clock` 18:04:11, `moment` with the date, `ago` "4 minutes ago" with the moment in reach. */
  look?: 'clock' | 'moment' | 'ago';
}

/** A time in the user's time zone. */
export function TimeText({ at, look = 'clock' }: TimeTextProps) {
  const moment = new Date(at);
  return (
    <time dateTime={moment.toISOString()} title={moment.toLocaleString()} className="num">
      {look === 'ago' ? <Ago at={at} /> : <Formatted moment={moment} look={look} />}
    </time>
  );
}

function Formatted({ moment, look }: { moment: Date; look: 'clock' | 'moment' }) {
  const format = useFormatter();
  return format.dateTime(
    moment,
    look === 'clock'
      ? { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }
      : {
          year: 'numeric',
          month: 'short',
          day: 'numeric',
          hour: '2-digit',
          minute: '2-digit',
          second: '2-digit',
          hourCycle: 'h23',
        },
  );
}

function Ago({ at }: { at: number }) {
  const format = useFormatter();
  const t = useTranslations('common');
  const now = useNow(15_000);
  return pastText(format, at, now, t('justNow'));
}

/** A past time relative to now. Chinese is the same in each style, not 秒钟 in one of them. @param style as `Intl.RelativeTimeFormat` takes it */
export function agoText(format: ReturnType<typeof useFormatter>, at: number, now: number, style?: 'narrow'): string {
  return spaceDigits(format.relativeTime(at, { now, style })).replace('秒钟', '秒');
}

/** A past time that may follow "last opened", which "now" may not. The tick's clock can also be a little before the time itself. */
export function pastText(format: ReturnType<typeof useFormatter>, at: number, now: number, justNow: string): string {
  return now - at < 1000 ? justNow : agoText(format, at, now);
}

/** How long ago something was checked: never "now", which a moment later is wrong. */
export function checkedAgo(format: ReturnType<typeof useFormatter>, at: number, now: number, style?: 'narrow'): string {
  return agoText(format, Math.min(at, now - 1000), now, style);
}
