import type { Id } from '../../contract/ids';
import { limits } from '../../contract/limits';
import type { DwRecord } from '../../contract/records';
import { laterTime } from '../proof/proof';
import { oldestOfPage } from '../read/read-changes';
import type { KeyMaker } from '../table/record-key';

/** What changed in the table of a job since its check read all of it: each record as it is now, found by its id and by its key. */
export class TableChanges {
  private readonly byId = new Map<Id, { record: DwRecord; key: string | null }>();
  private readonly byKey = new Map<string, Map<Id, DwRecord>>();

  /** @param until what has changed before this time of the platform is here, or was read by the check */
  constructor(
    private readonly maker: KeyMaker,
    public until: string,
  ) {}

  /** @param records all that changed since `until`, the latest first */
  add(records: readonly DwRecord[]): void {
    for (const record of records) {
      const { item_id } = record;
      const before = this.byId.get(item_id)?.key ?? null;
      if (before !== null) this.byKey.get(before)?.delete(item_id);
      const key = this.maker.ofRecord(record)?.text ?? null;
      this.byId.set(item_id, { record, key });
      if (key !== null) this.byKey.set(key, (this.byKey.get(key) ?? new Map()).set(item_id, record));
    }
    if (records.length >= limits.pageSizeMax) this.until = laterTime(this.until, oldestOfPage(records)) ?? this.until;
  }

  /** The records that a row means now: `as-checked` where neither its record nor another of its key was changed. @param key none: the row is located by its id */
  of(id: Id | null, key: string | null): readonly DwRecord[] | 'as-checked' {
    const own = id === null ? undefined : this.byId.get(id);
    if (key === null) return own ? [own.record] : 'as-checked';
    const same = [...(this.byKey.get(key)?.values() ?? [])];
    return own || same.length > 0 ? same : 'as-checked';
  }
}
