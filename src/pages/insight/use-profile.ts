import { isSystemField } from '../../contract/records';
import { askProfile, type ColumnProfile, type Profile } from '../../insight/questions/profile';
import type { SnapshotColumn } from '../../insight/snapshot/snapshot-column';
import { type InsightData, useAnswer } from './use-answer';

/** Figures of every column, those of the system last; asked once for all parts of the page. */
export function useProfile(data: InsightData): { data: Profile | undefined; error: Error | null; isRunning: boolean } {
  const { engine, source } = data;
  return useAnswer(data, 'profile', async (options) => {
    const columns = profiled(source.columns);
    const profile = await askProfile(engine, source, { ...options, columns, today: today() });
    const place = ({ column }: ColumnProfile) => columns.indexOf(column);
    const isShown = ({ column, filled }: ColumnProfile) => column !== 'title' || filled > 0;
    return { ...profile, columns: profile.columns.filter(isShown).toSorted((a, b) => place(a) - place(b)) };
  });
}

/** Every record has another ID, and a title is often a field of the table: neither tells anything of the rows. */
function profiled(columns: readonly SnapshotColumn[]): string[] {
  const own = columns.filter(({ id }) => !isSystemField(id));
  // Labels are unique in a snapshot: of two that are called alike the second has a number.
  const isTwice = (title: SnapshotColumn) =>
    own.some(({ label }) => label.toLowerCase() === title.label.replace(/ \(?\d+\)?$/, '').toLowerCase());
  const system = columns.filter((column) => isSystemField(column.id) && column.id !== 'item_id');
  return [...own, ...system.filter((column) => column.id !== 'title' || !isTwice(column))].map(({ id }) => id);
}

function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
