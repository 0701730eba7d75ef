import type { Param } from '../../database/database';

/** Parameters of one statement, gathered while its text is written: values of a request go here and nowhere else. */
export class Params {
  readonly values: Param[] = [];

  /** Adds a value; returns its place, as `$3::text`. */
  add(value: Param, type: 'text' | 'text[]' | 'bigint' | 'bigint[]' | 'numeric' | 'int' | 'jsonb'): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
