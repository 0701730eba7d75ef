// What the list of tables rarely shows.

export { RetryingNotice } from '../../ui/display/retrying-notice';
export { Drawer } from '../../ui/overlay/dialog';
export { watchDraftedTables } from './drafted-tables';
export { NoMatch, NoTables, TablesFailed } from './no-tables';
