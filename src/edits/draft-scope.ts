import type { Id } from '../contract/ids';
import type { Owner } from '../storage/draft-rows';

/** Whose drafts, and of which table. */
export interface DraftScope extends Owner {
  table_id: Id;
}
