import { useTranslations } from 'use-intl';
import { useNow } from '../hooks/use-time';

interface CountdownProps {
  /** The moment it ends, in milliseconds of the epoch. */
  until: number;
  /** Its text after that time; "expired" by default. */
  over?: string;
}

/** The time left, in words: "1 h 14 min left". Seconds are shown in the last ten minutes only. */
export function Countdown({ until, over }: CountdownProps) {
  const t = useTranslations('common');
  const now = useNow(1000);
  const left = Math.ceil((until - now) / 1000);
  if (left <= 0) return <span className="num">{over ?? t('timeOver')}</span>;
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  const seconds = left % 60;
  return (
    <time className="num" dateTime={new Date(until).toISOString()}>
      {hours > 0
        ? t('hoursLeft', { hours, minutes })
        : minutes >= 10
          ? t('minutesLeft', { minutes })
          : minutes > 0
            ? t('minutesSecondsLeft', { minutes, seconds })
            : t('secondsLeft', { seconds })}
    </time>
  );
}
