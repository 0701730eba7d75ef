import type { FieldKind } from '../../contract/fields';
import type { Json } from '../../contract/json';
import { isEmptyValue } from '../../edits/same-value';
import { kindOfValue } from '../profile/kind-of-value';
import type { CellContent, CellLook } from './cell-content';
import type { CellContext, CellKind } from './cell-kind';
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

/** The look of a whole cell of a kind. */
export function lookOfKind(kind: FieldKind): CellLook | null {
  return cellKinds[kind].look ?? null;
}

/**
 * What a cell holds: null, missing and empty each in its word; a value that is not of the column's kind as what it looks like itself, with a sign.
 */
export function contentOf(value: Json | undefined, kind: FieldKind, context: CellContext): CellContent {
  const { words } = context;
  if (value === undefined) return nothing(words.missing);
  if (value === null) return nothing(words.null);
  if (value === '' || (Array.isArray(value) && value.length === 0)) return nothing(words.empty);
  return cellKinds[kind].contentOf(value, context) ?? misfit(value, context);
}

/** Whether a value is of a kind; what is missing, null or empty is of any. */
export function isOfKind(value: Json | undefined, kind: FieldKind, context: CellContext): boolean {
  return isEmptyValue(value) || cellKinds[kind].contentOf(value, context) !== null;
}

/** A value as it is, marked as none of its kind. */
export function misfit(value: Json, context: CellContext): CellContent {
  const content =
    cellKinds[kindOfValue(value) ?? 'json'].contentOf(value, context) ?? json.contentOf(value, context) ?? '';
  const parts = typeof content === 'string' ? [{ text: content, look: null }] : content;
  return [{ text: '', look: 'misfit', title: context.words.misfit }, ...parts];
}

function nothing(word: string): CellContent {
  return [{ text: word, look: 'nothing' }];
}
