import { describe, expect, test } from 'vitest';
import type { FieldKind } from '../contract/field-kinds';
import { formatJson, type Json, parseJson } from '../contract/json';
import type { DwRecord } from '../contract/records';
import type { FieldConfig } from '../contract/tables';
import { guardCsv } from '../edits/csv-writer';
import type { ValueFormat } from '../edits/value-formats';
import { createJudge } from '../jobs/check/dry-run';
import { converterOf } from './in/mapping/convert';
import type { SourceCell } from './in/source/rows';
import { exportText, withoutLinks } from './out/export-columns';

const category: FieldConfig = {
  field_id: 'f',
  name: 'F',
  field_type: 'category',
  required: false,
  config: {
    options: [
      { id: '1', name: 'Red', color: null },
      { id: '2', name: 'Deep, blue', color: null },
      { id: '7', name: 'Other', color: null },
      { id: '8', name: 'Other', color: null },
    ],
  },
};

/** Values as the platform gives them, in every kind, also where a column is mixed. */
const values: [FieldKind, Json, (FieldConfig | null)?][] = [
  ['text', '007'],
  ['text', '=SUM(A1)'],
  ['text', "'quoted"],
  ['text', ' spaces '],
  ['text', 'line\nbreak, "quote"'],
  ['text', 12],
  ['text', { nested: [1, 'x'] }],
  ['long-text', '<p>rich &amp; long</p>'],
  ['number', 0],
  ['number', -12.5],
  ['number', 1e21],
  ['number', 0.1 + 0.2],
  ['number', 12345678901234567890n],
  ['number', parseJson('12345678901234.5678')],
  ['text', parseJson('0.12345678901234567891')],
  ['number', 'about 5'],
  ['date', '2026-02-03'],
  ['date', '2026-02-03 04:05:06'],
  ['date', 'some day'],
  ['switch', true],
  ['switch', false],
  ['switch', 1],
  ['option', [{ id: '1', name: 'Red' }], category],
  [
    'option',
    [
      { id: '1', name: 'Red' },
      { id: '2', name: 'Deep, blue' },
    ],
    category,
  ],
  ['option', [{ id: '7', name: 'Other' }], category],
  [
    'option',
    [
      { id: '8', name: 'Other' },
      { id: '1', name: 'Red' },
    ],
    category,
  ],
  ['option', [{ name: 'Gone' }], category],
  ['option', [{ name: 'Red' }]],
  ['user', [{ user_id: '17', name: 'Ada', avatar: 'https://files.example/a.png' }]],
  ['relation', { item_id: '23', title: 'Other' }],
  [
    'relation',
    [
      { item_id: '23', title: 'A, B' },
      { item_id: '24', title: 'C' },
    ],
  ],
  [
    'file',
    [
      { file_id: '61', name: 'a.png' },
      { file_id: '62', name: 'b.png' },
    ],
  ],
  ['location', { name: 'Here', coordinate: { lat: 1.5, lon: -2 } }],
  ['json', [1, 'two', null, { three: 3 }]],
  ['json', 'plain'],
  ['json', 5],
  ['json', { lat: parseJson('52.12345678901234567') }],
];

function stateOf(kind: FieldKind, value: Json, config: FieldConfig | null, cell: SourceCell, written?: ValueFormat) {
  const made = converterOf({ column: 0, field_id: 'f', kind, config, written, blank: 'keep' })(cell);
  const live: DwRecord = {
    item_id: '5',
    title: null,
    created_on: null,
    created_by: null,
    updated_on: null,
    updated_by: null,
    fields: { f: value },
  } as DwRecord;
  const { judge } = createJudge({
    fields: [{ field_id: 'f', name: 'F', kind, options: config?.config.options ?? [] }],
  });
  const { after = null, unfit = null, text = '', ids } = made ?? {};
  const own = {
    field_id: 'f',
    before: undefined,
    after,
    text,
    ids,
    ...(unfit === null ? {} : { unfit: true as const }),
  };
  const record = { row: '2', line: 2, item_id: '5', title: null, unseen: true as const, cells: [own] };
  return judge(record, { records: new Map([['5', live]]), missing: new Set(), read_at: 0 }).state;
}

const named = values.map(([kind, value, config = null]) => ({
  name: `${kind} ${formatJson(value)}`,
  kind,
  value,
  config,
}));

describe('exporting and importing changes nothing', () => {
  test.each(named)('$name as text, references by name or by id', ({ kind, value, config }) => {
    for (const form of ['names', 'ids'] as const) {
      const cell = guardCsv(exportText(value, kind, config, form));
      expect(stateOf(kind, value, config, cell, form === 'ids' ? form : undefined)).toBe('no-change');
    }
  });

  test.each(named)('$name as JSON', ({ kind, value, config }) => {
    const cell = withoutLinks(value, kind);
    expect(stateOf(kind, value, config, cell as SourceCell)).toBe('no-change');
  });

  test('changes in between are detected', () => {
    expect(stateOf('number', 5, null, '6')).toBe('will-update');
    expect(stateOf('option', [{ id: '1', name: 'Red' }], category, 'Deep, blue')).toBe('will-update');
    // Which of two options of one name is meant is not guessed.
    expect(stateOf('option', [{ id: '1', name: 'Red' }], category, 'Other')).toBe('invalid');
  });
});
