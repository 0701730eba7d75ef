import type { Analysis } from '../../insight/questions/analysis';
import type { Selection } from '../../insight/questions/selection';
import type { InsightData } from './use-answer';
import type { TableScope } from './use-load-scope';
import type { SnapshotControl } from './use-snapshot';

/** What each way to look at the rows is given. */
export interface TabProps {
  data: InsightData;
  control: SnapshotControl;
  scope: TableScope;
  analysis: Analysis;
  onChange(change: Partial<Analysis>, replace?: boolean): void;
  /** Leads to the rows of a selection, which has a name. */
  onRows(selection: Selection, name: string): void;
}
