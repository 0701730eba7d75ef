import { useFormatter } from 'use-intl';

/** Writes a moment of this browser's clock as 19:31, in the person's own time zone. */
export function useClockTime(): (at: number) => string {
  const format = useFormatter();
  return (at) => format.dateTime(new Date(at), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}
