import type { Source } from '../snapshot/snapshot-column';
import type { GroupQuestion } from './group';
import type { Profile } from './profile';

/** Useful questions before anything was chosen: rows by a column of few values, then rows by a date. Never empty: without such columns the rows are counted. */
export declare function proposal(source: Source, profile?: Profile | null): [GroupQuestion, ...GroupQuestion[]];
