import { useFormatter } from 'use-intl';
import { useNow } from '../hooks/use-now';

interface TimeTextProps {
  /** A moment of this browser's clock, in milliseconds of the epoch. Time stamps of the API are shown as sent instead. */
  at: number;
  /** `clock` 18:04:11, `moment` with the date, `ago` "4 minutes ago" with the moment in reach. */
  look?: 'clock' | 'moment' | 'ago';
}

/** A moment in the person's own time zone. */
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
  const now = useNow(15_000);
  // The clock of the tick can stand a little before the moment itself.
  return format.relativeTime(Math.min(at, now), now);
}
