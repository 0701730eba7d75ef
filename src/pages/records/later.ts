// Parts of the records page that load after the first paint: dialogs, panels, menus and notices, in one chunk.

export { ColumnDialogs } from './columns/column-dialogs';
export { ColumnMenu } from './columns/column-menu';
export { ColumnsList } from './columns/columns-list';
export { CellMenu } from './edit/cell-menu';
export { CopyMatchingDialog } from './edit/copy-matching-dialog';
export { EditDialogs } from './edit/edit-dialogs';
export { SentStrip } from './edit/sent-value';
export { ExportDialog } from './export/export-dialog';
export { CellFile } from './files/cell-file';
export { Find, FindButton } from './find/find';
export { FailedState, NoRowsState, PastEndStrip, ReadStrip } from './grid-state';
export { AddCondition } from './query/add-condition';
export { FilterBuilder } from './query/filter-builder';
export { FilterJson } from './query/filter-json';
export { judgeFilter } from './query/judge-filter';
export { OrderForm } from './query/order-form';
export { QueryNotices } from './query/query-notices';
export { RetriedStrip } from './record/new-rows';
export { SidePanel } from './record/side-panel';
export { ChangesTray } from './review/changes-tray';
export { comparePages } from './rows/drift';
export { RowForm } from './rows/go-to-row';
export { RefreshChoices } from './rows/refresh-choices';
export { AnswerText, CopiedText, CountFailed, DriftText, SelectionText } from './status-bar-parts';
export { SummaryRow, SummaryToggle } from './summary/summary-row';
export { rememberQuery } from './views/view-store';
export { ViewsPanel } from './views/views-panel';
