import type { ReactNode } from 'react';
import type { FieldKind } from '../../contract/fields';
import type { Json } from '../../contract/json';
import { kindOfValue } from '../kind-of-value';
import type { CellContext, CellKind } from './cell-kind';
import styles from './cells.module.css';
import { date } from './date';
import { file } from './file';
import { json } from './json';
import { location } from './location';
import { longText } from './long-text';
import { number } from './number';
import { option } from './option';
import { relation } from './relation';
import { switchCell } from './switch';
import { text } from './text';
import { user } from './user';

const cellKinds: Record<FieldKind, CellKind> = {
  text,
  'long-text': longText,
  number,
  date,
  switch: switchCell,
  option,
  user,
  relation,
  file,
  location,
  json,
};

/** Whether the values of a kind stand at the end of their cells. */
export function standsAtEnd(kind: FieldKind): boolean {
  return cellKinds[kind].align === 'end';
}

/**
 * Draws the value of a cell: null, missing and empty each in its word; a value that is not of the column's kind as what it looks like itself.
 */
export function drawCell(value: Json | undefined, kind: FieldKind, context: CellContext): ReactNode {
  const { words } = context;
  if (value === undefined) return <span className={styles.nothing}>{words.missing}</span>;
  if (value === null) return <span className={styles.nothing}>{words.null}</span>;
  if (value === '' || (Array.isArray(value) && value.length === 0)) {
    return <span className={styles.nothing}>{words.empty}</span>;
  }
  return (
    cellKinds[kind].draw(value, context) ??
    cellKinds[kindOfValue(value) ?? 'json'].draw(value, context) ??
    json.draw(value, context)
  );
}
