import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import {
  askedFields,
  judgeReturnFields,
  noteAskedFields,
  noteReturnFields,
  returnFieldsHonoured,
  subscribeReturnFields,
  wasAskedFor,
} from './return-fields';

function record(item_id: string, fields: JsonObject, more: Partial<DwRecord> = {}): DwRecord {
  const nothing = { title: 't', created_on: null, created_by: null, updated_on: '2026-11-20', updated_by: null };
  return { item_id, ...nothing, fields, ...more };
}

test('what was seen is known for the environment, and told', () => {
  const heard: string[] = [];
  const stop = subscribeReturnFields(() => heard.push(returnFieldsHonoured('lab')));
  expect(returnFieldsHonoured('lab')).toBe('unknown');
  noteReturnFields('lab', 'honoured');
  noteReturnFields('prod', 'ignored');
  stop();
  expect(heard).toEqual(['honoured', 'honoured']);
  expect(returnFieldsHonoured('prod')).toBe('ignored');
});

test('a record says what it was asked for; of one read whole that is everything', () => {
  const lean = record('1', { a: 1 });
  noteAskedFields([lean], ['a', 'b']);
  expect(wasAskedFor(lean, ['b'])).toBe(true);
  expect(wasAskedFor(lean, ['c'])).toBe(false);
  expect(wasAskedFor(lean, null)).toBe(false);
  const other = record('2', {});
  expect(askedFields(other)).toBeNull();
  expect(wasAskedFor(other, null)).toBe(true);
});

describe('whether hidden fields are left out', () => {
  const whole = [record('1', { a: 1, b: 2 }), record('2', { a: 3 }), record('3', { a: 4, b: null })];
  const judge = (...answered: DwRecord[]) => judgeReturnFields(whole, answered, new Set(['a']));

  test('is seen from records that have them', () => {
    expect(judge(record('1', { a: 1 }), record('2', { a: 3 }))).toBe('honoured');
    expect(judge(record('3', { a: 4 }))).toBe('honoured');
    expect(judge(record('1', { a: 1, b: 2 }), record('2', { a: 3 }))).toBe('ignored');
  });

  test('is not known from records without them, others, or changed ones', () => {
    expect(judge(record('2', { a: 3 }))).toBe('unknown');
    expect(judge(record('9', { a: 1 }))).toBe('unknown');
    expect(judge(record('1', { a: 7 }, { updated_on: '2026-11-21' }))).toBe('unknown');
    expect(judge()).toBe('unknown');
  });

  test('a service that loses what was asked for does not honour it', () => {
    expect(judge(record('1', {}))).toBe('ignored');
    expect(judge(record('1', { a: 9 }))).toBe('ignored');
    expect(judge(record('1', { a: 1 }, { title: null }))).toBe('ignored');
  });
});
