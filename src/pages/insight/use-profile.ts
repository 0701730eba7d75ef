import { askProfile, type Profile } from '../../insight/questions/profile';
import { type InsightData, useAnswer } from './use-answer';

/** Figures of every column; asked once for all parts of the page. */
export function useProfile(data: InsightData): { data: Profile | undefined; error: Error | null; isRunning: boolean } {
  return useAnswer(data, 'profile', (options) => askProfile(data.engine, data.source, { ...options, today: today() }));
}

function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
