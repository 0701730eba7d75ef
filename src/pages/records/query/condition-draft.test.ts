import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FieldKind, fieldKinds } from '../../../contract/field-kinds';
import type { FilterQuery } from '../../../contract/filter';
import { formatJson, type Json, parseJson } from '../../../contract/json';
import {
  type Choice,
  choicesFor,
  chosenOperator,
  compile,
  conditionOf,
  draftOf,
  newOperator,
  type OperatorDraft,
  operandInput,
  operandNote,
  typedOperator,
  valueListOf,
  withoutFailed,
} from './condition-draft';
import { column } from './test-column';

const today = '2026-11-21';
const options = [
  { id: '91', name: 'Flagship', color: null },
  { id: '92', name: 'Outlet', color: null },
];
const text = column('name', 'text');
const number = column('size', 'number');
const longFraction = { digits: 1234567890123456789n, scale: 19n };
const date = column('day', 'date');
const option = column('segment', 'option', { options });
const user = column('owner', 'user');
const recordId = { ...column('item_id', 'text'), source: 'system' as const };

test('with the second option that is chosen, is becomes any of; what was chosen on purpose stays', () => {
  const one = chosenOperator(newOperator, option, ['91']);
  expect(one).toMatchObject({ choice: 'eq', ids: ['91'] });
  const both = chosenOperator(one, option, ['91', '92']);
  expect(compile(both, option, today)).toEqual({ in: ['91', '92'] });
  expect(chosenOperator({ ...one, choice: 'ne' }, option, ['91', '92']).choice).toBe('nin');
  expect(chosenOperator({ ...both, choice: 'eq' }, option, ['91', '92', '93']).choice).toBe('eq');
  // A text that is one of several is asked for so.
  expect(chosenOperator({ ...newOperator, ids: ['a'] }, text, ['a', 'b']).choice).toBe('eq');
});

describe('from input to operators', () => {
  const cases: [string, typeof text, Choice, Partial<OperatorDraft>, FilterQuery | string][] = [
    ['a text as it is', text, 'eq', { text: ' Vila ' }, { eq: ' Vila ' }],
    [
      'several texts, by the form that the contract shows',
      text,
      'eq',
      { text: 'BR\nCN', several: true },
      { eq: ['BR', 'CN'] },
    ],
    ['a list of one stays a list', text, 'eq', { text: 'BR', several: true }, { eq: ['BR'] }],
    ['texts marked and written', text, 'eq', { ids: ['BR'], text: 'CN' }, { eq: ['BR', 'CN'] }],
    [
      'a pasted column of texts: a comma is part of a text',
      text,
      'in',
      { text: 'a, b\r\nc\tc\r\n' },
      { in: ['a, b', 'c'] },
    ],
    ['no text', text, 'eq', { text: ' ' }, 'empty'],
    ['a number', number, 'gte', { text: '-30' }, { gte: -30 }],
    ['a long number, exact', number, 'eq', { text: '9007199254740993' }, { eq: 9007199254740993n }],
    ['no number', number, 'lt', { text: 'many' }, 'not-a-number'],
    ['a long fraction, exact', number, 'lt', { text: '0.12345678901234567890' }, { lt: longFraction }],
    ['a number past a thousand digits', number, 'lt', { text: '9'.repeat(1001) }, 'not-exact'],
    [
      'any of two equal fractions',
      number,
      'any-of',
      { text: '0.1234567890123456789\n0.12345678901234567890' },
      { or: [{ eq: longFraction }] },
    ],
    ['numbers between', number, 'between', { text: '1', to: '5' }, { gte: 1, lte: 5 }],
    ['numbers between, one end', number, 'between', { text: '1' }, 'empty'],
    ['any of some numbers', number, 'any-of', { text: '1\n2\n1' }, { or: [{ eq: 1 }, { eq: 2 }] }],
    ['any of some numbers and what is none', number, 'any-of', { text: '1\nx' }, 'list'],
    ['a day', date, 'gte', { text: '2026/11/9' }, { gte: '2026-11-09' }],
    ['a word for a day', date, 'eq', { text: 'yesterday' }, { eq: '2026-11-20' }],
    ['a word for several days: is', date, 'eq', { text: 'last 7 days' }, { gte: '2026-11-15', lte: '2026-11-21' }],
    ['… is not', date, 'ne', { text: 'this month' }, 'period'],
    ['… at least', date, 'gte', { text: 'this month' }, { gte: '2026-11-01' }],
    ['… greater', date, 'gt', { text: 'this month' }, { gt: '2026-11-30' }],
    ['… less', date, 'lt', { text: 'this month' }, { lt: '2026-11-01' }],
    ['… at most', date, 'lte', { text: 'this month' }, { lte: '2026-11-30' }],
    ['… between', date, 'between', { text: 'last week' }, { gte: '2026-11-09', lte: '2026-11-15' }],
    ['between two words', date, 'between', { text: 'start of year', to: 'today' }, { gte: '2026-01-01', lte: today }],
    ['no day', date, 'eq', { text: 'soon' }, 'not-a-date'],
    ['options by id', option, 'in', { ids: ['91', '92'] }, { in: ['91', '92'] }],
    ['an option that is not known', option, 'eq', { text: '77' }, { eq: ['77'] }],
    ['no option', option, 'eq', {}, 'empty'],
    ['oneself', user, 'eq', { ids: ['myself'] }, { eq: 'myself' }],
    ['oneself among others', user, 'in', { ids: ['myself'], text: '7, 8' }, { in: ['myself', '7', '8'] }],
    ['empty', text, 'em-true', {}, { em: true }],
    ['not empty', number, 'em-false', {}, { em: false }],
    ['record ids', recordId, 'in', { text: '231, 232' }, { in: ['231', '232'] }],
    ['another operator', number, 'other', { name: 'near', text: '{"km":3}' }, { near: { km: 3 } }],
    ['another operator without a name', number, 'other', { text: '3' }, 'no-name'],
    ['another operator, no JSON', number, 'other', { name: 'near', text: 'x' }, 'not-json'],
  ];
  test.each(cases)('%s', (_name, of, choice, written, expected) => {
    expect(compile({ ...newOperator, choice, ...written }, of, today)).toEqual(expected);
  });

  test('several operators on one field, each once', () => {
    const ask = (...operators: Partial<OperatorDraft>[]) =>
      conditionOf({ field: 'size', operators: operators.map((each) => ({ ...newOperator, ...each })) }, number, today);
    expect(ask({ choice: 'gt', text: '1' }, { choice: 'lt', text: '9' })).toEqual({
      ok: true,
      condition: { field: 'size', query: { gt: 1, lt: 9 } },
    });
    expect(ask({ choice: 'gte', text: '1' }, { choice: 'between', text: '2', to: '3' })).toEqual({
      ok: false,
      place: 1,
      problem: 'twice',
    });
  });

  test('a field’s operators depend on its type', () => {
    expect(choicesFor(recordId)).toEqual(['eq', 'ne', 'in', 'nin', 'other']);
    expect(choicesFor(column('f', 'file'))).toEqual(['em-true', 'em-false', 'other']);
    expect(choicesFor(number)).toContain('between');
    expect(operandInput(column('f', 'file'), { ...newOperator, choice: 'em-true' })).toBe('none');
  });
});

describe('from a condition to the form and back', () => {
  test.each<[typeof text, FilterQuery, Choice[]]>([
    [text, { eq: 'Vila Flor' }, ['eq']],
    [text, { eq: ['BR'] }, ['eq']],
    [text, { in: ['BR', 'CN'] }, ['in']],
    [number, { gte: -30 }, ['gte']],
    [number, { gte: 1, lte: 5 }, ['between']],
    [number, { lte: 5, ne: 2, gte: 1 }, ['ne', 'between']],
    [number, { or: [{ eq: 1 }, { eq: 2 }] }, ['any-of']],
    [number, { or: [{ gte: 1 }, { eq: 2 }] }, ['other']],
    [number, { in: [1, 2] }, ['other']],
    [date, { lt: '2026-11-19 18:40:00' }, ['lt']],
    [date, { eq: 'this_week' }, ['other']],
    [option, { in: ['91', '77'] }, ['in']],
    [user, { eq: 'myself' }, ['eq']],
    [text, { em: false }, ['em-false']],
    [text, { em: 'yes' }, ['other']],
    [number, {}, []],
  ])('%# %j', (of, query, choices) => {
    const draft = draftOf({ field: of.id, query }, of, today);
    expect(draft.operators.map(({ choice }) => choice).sort()).toEqual([...choices].sort());
    expect(conditionOf(draft, of, today)).toEqual({ ok: true, condition: { field: of.id, query } });
  });

  /** As it would come from the address: -0 and the like have no text of their own. */
  const json = fc.jsonValue().map((value) => parseJson(formatJson(value as Json)));
  const operand = fc.oneof(
    json,
    fc.string(),
    fc.array(fc.string(), { maxLength: 4 }),
    fc.integer(),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n }),
    fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
    fc.constantFrom('today', 'last_week', 'myself', '2026-11-21 10:00:00', true, false, null),
    fc.array(fc.record({ eq: fc.oneof(fc.integer(), fc.string()) }), { maxLength: 3 }),
  ) as fc.Arbitrary<Json>;
  const name = fc.oneof(
    fc.constantFrom(
      'eq',
      'ne',
      'gt',
      'gte',
      'lt',
      'lte',
      'in',
      'nin',
      'em',
      'or',
      'between',
      'other',
      'any-of',
      'em-true',
    ),
    fc.string({ minLength: 1 }).filter((text) => text !== '__proto__'),
  );
  const kind: fc.Arbitrary<FieldKind> = fc.constantFrom(...fieldKinds);

  test('nothing is lost, whatever the operators, operands and unknown keys, for every kind of field', () => {
    fc.assert(
      fc.property(
        kind,
        fc.constantFrom('f', 'item_id', 'created_on'),
        fc.dictionary(name, operand, { maxKeys: 4, noNullPrototype: true }),
        fc.dictionary(fc.constantFrom('note', 'mode'), json, { noNullPrototype: true }),
        (of, field, query, rest) => {
          const condition = { ...rest, field, query };
          const under = column(field, of);
          expect(conditionOf(draftOf(condition, under, today), under, today, condition)).toEqual({
            ok: true,
            condition,
          });
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('a pasted or typed list', () => {
  test('a column: duplicates and invalid values are reported by position', () => {
    expect(valueListOf(number, '1\r\n2\r\n\r\n2\r\nx\r\n3\r\n', today)).toEqual({
      values: [1, 2, 3],
      duplicates: 1,
      failed: [{ place: 4, text: 'x' }],
    });
  });

  test('a row of cells; a quoted cell may have a line break', () => {
    expect(valueListOf(text, 'a\t"b\nc"\td', today).values).toEqual(['a', 'b\nc', 'd']);
  });

  test('commas separate only where they cannot be part of a value', () => {
    expect(valueListOf(number, '1, 2；3，4、5', today).values).toEqual([1, 2, 3, 4, 5]);
    expect(valueListOf(text, 'Smith, John', today).values).toEqual(['Smith, John']);
    expect(valueListOf(option, 'a, b\nc', today).values).toEqual(['a, b', 'c']);
  });

  test('invalid values can be removed', () => {
    const written = '1\nx\n2\ny';
    const left = withoutFailed(written, valueListOf(number, written, today), number);
    expect(valueListOf(number, left, today)).toEqual({ values: [1, 2], duplicates: 0, failed: [] });
  });
});

describe('an operand that is unusual says so', () => {
  const note = (of: ReturnType<typeof column>, written: Partial<OperatorDraft>) =>
    operandNote({ ...newOperator, ...written }, of, today);

  test('a space before or after a text, which is compared', () => {
    expect(note(text, { text: ' Lisbon' })).toBe('spaces');
    expect(note(text, { text: 'Lisbon\u00a0' })).toBe('spaces');
    expect(note(text, { text: 'New York' })).toBeNull();
    expect(note(text, { text: ' ' })).toBeNull();
    expect(note(number, { text: ' 12 ' })).toBeNull();
  });

  test('a range whose ends are swapped', () => {
    expect(note(number, { choice: 'between', text: '20', to: '3' })).toBe('swapped');
    expect(note(number, { choice: 'between', text: '9007199254740993', to: '9007199254740992' })).toBe('swapped');
    expect(note(number, { choice: 'between', text: '3', to: '20' })).toBeNull();
    expect(note(number, { choice: 'between', text: '3', to: '' })).toBeNull();
    expect(note(date, { choice: 'between', text: '2026-11-20', to: '2026-11-19' })).toBe('swapped');
    expect(note(date, { choice: 'between', text: 'last 7 days', to: '' })).toBeNull();
  });
});

describe('an operator typed before the value', () => {
  const typed = (of: typeof text, keys: string) => {
    let operator = newOperator;
    for (const key of keys) {
      const next = operator.text + key;
      operator = typedOperator(operator, of, next) ?? { ...operator, text: next };
    }
    return [operator.choice, operator.text.trim()];
  };
  test.each([
    ['>=150', 'gte', '150'],
    ['> 150', 'gt', '150'],
    ['<3500', 'lt', '3500'],
    ['<= 2', 'lte', '2'],
    ['≠7', 'ne', '7'],
    ['=7', 'eq', '7'],
    ['-7', 'eq', '-7'],
  ])('%s', (keys, choice, left) => expect(typed(number, keys)).toEqual([choice, left]));
  test('is part of a text', () => expect(typed(text, '>=150')).toEqual(['eq', '>=150']));
});
