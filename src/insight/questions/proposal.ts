import { isDate, isNamedReference, isSwitch } from '../../contract/field-kinds';
import { isSystemField } from '../../contract/records';
import type { SnapshotColumn, Source } from '../snapshot/snapshot-column';
import { isTemporal, isTextual } from './column-sql';
import type { Grouping, GroupQuestion } from './group-question';
import type { Profile } from './profile';

/** Of so many values a table and a chart can be read. */
const fewValues = 60;

const question = (groups: Grouping[]): GroupQuestion => ({
  groups,
  measures: [{ kind: 'rows', column: null }],
  filters: [],
  sort: null,
  limit: 100,
  isPivot: false,
});

/** A useful question before anything was chosen: rows by a column of few values, else by a date; without such columns the rows are counted. */
export function proposal(source: Source, profile: Profile | null = null): GroupQuestion {
  const profiles = new Map(profile?.columns.map((each) => [each.column, each]));
  const own = source.columns.filter(({ id }) => !isSystemField(id));
  const suits = (column: SnapshotColumn) => {
    const known = profiles.get(column.id);
    if (known) return known.distinct > 1 && known.distinct <= fewValues && !isTemporal(column);
    return isNamedReference(column.kind) || isSwitch(column.kind);
  };
  const isLikely = (column: SnapshotColumn) => isNamedReference(column.kind) || isTextual(column);
  const category = own.filter(suits).sort((a, b) => Number(isLikely(b)) - Number(isLikely(a)))[0];
  const dates = source.columns.filter((column) => isTemporal(column) && isDate(column.kind));
  const date = dates.find(({ id }) => !isSystemField(id)) ?? dates[0];
  if (category) return question([{ column: category.id, by: 'value' }]);
  return question(date ? [{ column: date.id, by: 'year' }] : []);
}
