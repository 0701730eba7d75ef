import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { judgeReturnFields } from './try-return-fields';

function record(item_id: string, fields: JsonObject, more: Partial<DwRecord> = {}): DwRecord {
  const nothing = { title: 't', created_on: null, created_by: null, updated_on: '2026-11-20', updated_by: null };
  return { item_id, ...nothing, fields, ...more };
}

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
