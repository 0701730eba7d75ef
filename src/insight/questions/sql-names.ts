import type { Source } from '../snapshot/snapshot-column';

/** The statement that makes a view whose columns are the labels: values as computed with, lists as lists, other JSON as text. */
export declare function labelView(source: Source, name: string): string;

export interface Completion {
  /** As people read it. */
  label: string;
  /** As it is written in SQL. */
  insert: string;
  kind: 'table' | 'column' | 'function' | 'keyword';
  /** Type of a column, arguments of a function. */
  detail: string;
}

export declare function completionsOf(source: Source, name: string): Completion[];
