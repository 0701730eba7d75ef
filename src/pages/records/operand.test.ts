import { describe, expect, test } from 'vitest';
import type { FieldKind } from '../../contract/fields';
import type { FilterCondition } from '../../contract/filter';
import type { FieldConfig } from '../../contract/table-config';
import type { GridColumn } from '../../grid/columns-of';
import {
  type Choice,
  choicesFor,
  conditionForValue,
  conditionOf,
  draftOfCondition,
  operandInput,
  operandText,
} from './operand';

function column(id: string, kind: FieldKind, config: Partial<FieldConfig['config']> = {}): GridColumn {
  return {
    id,
    name: null,
    kind,
    source: 'config',
    confidence: 1,
    config: { field_id: id, name: '', field_type: '', required: false, config },
    profile: null,
    distribution: null,
  };
}

const options = [
  { id: '91', name: 'Flagship', color: null },
  { id: '92', name: 'Outlet', color: null },
];
const text = column('name', 'text');
const number = column('size', 'number');
const date = column('day', 'date');
const option = column('segment', 'option', { options });
const user = column('owner', 'user');

function condition(of: GridColumn, choice: Choice, written: string, ids: string[] = []) {
  const result = conditionOf({ field: of.id, choice, text: written, ids }, of);
  return result.ok ? result.condition.query : result.problem;
}

describe('from what is written to a condition', () => {
  test.each<[string, GridColumn, Choice, string, string[], unknown]>([
    ['a text as it is', text, 'eq', ' Vila ', [], { eq: ' Vila ' }],
    ['a pasted column', text, 'in', 'BR\nCN,\nJP\nBR', [], { in: ['BR', 'CN', 'JP'] }],
    ['a number', number, 'gte', '-30', [], { gte: -30 }],
    ['a long number, exact', number, 'eq', '9007199254740993', [], { eq: 9007199254740993n }],
    ['no number', number, 'lt', 'many', [], 'not-a-number'],
    ['a day', date, 'gte', '2026-11-19', [], { gte: '2026-11-19' }],
    ['a word for a day', date, 'eq', 'this_week', [], { eq: 'this_week' }],
    ['no day', date, 'eq', 'soon', [], 'not-a-date'],
    ['options by id', option, 'in', '', ['91', '92'], { in: ['91', '92'] }],
    ['an option that is not known', option, 'eq', '77', [], { eq: ['77'] }],
    ['no option', option, 'eq', '', [], 'empty'],
    ['oneself', user, 'eq', 'myself', [], { eq: 'myself' }],
    ['empty', text, 'em-true', '', [], { em: true }],
    ['not empty', number, 'em-false', '', [], { em: false }],
    ['no text', text, 'eq', ' ', [], 'empty'],
  ])('%s', (_name, of, choice, written, ids, expected) => {
    expect(condition(of, choice, written, ids)).toEqual(expected);
  });

  test('record ids: one, or any of several', () => {
    const id = { ...column('item_id', 'text'), source: 'system' as const };
    expect(choicesFor(id)).toEqual(['eq', 'ne', 'in', 'nin']);
    expect(condition(id, 'in', '231 232')).toEqual({ in: ['231 232'] });
    expect(condition(id, 'in', '231, 232')).toEqual({ in: ['231', '232'] });
  });

  test('files and places can only be empty or not', () => {
    expect(choicesFor(column('f', 'file'))).toEqual(['em-true', 'em-false']);
    expect(operandInput(column('f', 'file'), 'em-true')).toBe('none');
  });
});

describe('from a condition to the form and back', () => {
  test.each<[GridColumn, FilterCondition['query']]>([
    [text, { eq: 'Vila Flor' }],
    [text, { in: ['BR', 'CN'] }],
    [number, { gte: -30 }],
    [date, { lt: '2026-11-19 18:40:00' }],
    [date, { eq: 'yesterday' }],
    [option, { in: ['91', '77'] }],
    [user, { eq: 'myself' }],
    [user, { in: ['7', '8'] }],
    [text, { em: false }],
  ])('%#', (of, query) => {
    const given = { field: of.id, query };
    const back = conditionOf(draftOfCondition(given, of), of);
    expect(back).toEqual({ ok: true, condition: given });
  });
});

describe('what a pill says', () => {
  test('options by name, the first three of many', () => {
    expect(operandText(['91', '92'], option)).toEqual({ shown: 'Flagship, Outlet', more: 0 });
    expect(operandText(['a', 'b', 'c', 'd', 'e'], text)).toEqual({ shown: 'a, b, c', more: 2 });
    expect(operandText(9007199254740993n, undefined)).toEqual({ shown: '9007199254740993', more: 0 });
  });
});

describe('the question that a cell asks', () => {
  test('by the value, by the ids of references, by emptiness', () => {
    expect(conditionForValue(text, 'BR', true)).toEqual({ field: 'name', query: { eq: 'BR' } });
    expect(conditionForValue(text, 'BR', false)).toEqual({ field: 'name', query: { ne: 'BR' } });
    expect(conditionForValue(option, [{ id: '91', name: 'Flagship' }], true)).toEqual({
      field: 'segment',
      query: { eq: ['91'] },
    });
    expect(conditionForValue(number, null, true)).toEqual({ field: 'size', query: { em: true } });
    expect(conditionForValue(number, undefined, false)).toEqual({ field: 'size', query: { em: false } });
    expect(conditionForValue(column('f', 'file'), [{ file_id: 1 }], true)).toBeNull();
  });
});
