import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, parseJson, setOwn } from '../../contract/json';
import { unguardCsv } from '../../edits/csv-writer';
import { valueReader } from '../../grid/columns/columns-of';
import { type ExportColumn, headersOf } from './export-columns';
import { collector, columnsOf, recordOf } from './test-records';
import { type CsvTarget, csvWriter, jsonWriter, rowReader } from './text-writers';

const columns = columnsOf({ name: 'text', amount: 'number', tags: 'option' });

async function written(
  make: 'csv' | 'json' | 'jsonl',
  records = [recordOf('1')],
  target: CsvTarget = 'spreadsheets',
): Promise<string> {
  const { write, text } = collector();
  const read = rowReader(columns);
  const options = { columns, headers: headersOf(columns, 'names'), references: 'names' as const, read, write };
  const writer = make === 'csv' ? csvWriter(options, target, false) : jsonWriter(options, make === 'jsonl');
  await writer.begin();
  for (const record of records) await writer.add([record]);
  await writer.end();
  return text();
}

const records = [
  recordOf('2300000000000001', { NAME: '=1+1', AMOUNT: -2.5, TAGS: [{ id: '1', name: 'A, "b"' }] }),
  recordOf('2300000000000002', { NAME: '', AMOUNT: 9007199254740993n, TAGS: null }),
];

describe('CSV', () => {
  test('quotes where needed, guards formulas, and leaves numbers unchanged', async () => {
    expect(await written('csv', records)).toBe(
      'item_id,name,amount,tags\r\n2300000000000001,\'\u2060=1+1,-2.5,"A, ""b"""\r\n2300000000000002,,9007199254740993,\r\n',
    );
  });

  test('and JSON have all digits of a number', async () => {
    const precise = [recordOf('1', { AMOUNT: parseJson('-12345678901234.5678') })];
    expect(await written('csv', precise)).toContain('1,,-12345678901234.5678,\r\n');
    expect(await written('json', precise)).toContain('"amount":-12345678901234.5678}');
  });

  test('for other programs has every text as it is', async () => {
    expect(await written('csv', records, 'programs')).toBe(
      'item_id,name,amount,tags\r\n2300000000000001,=1+1,-2.5,"A, ""b"""\r\n2300000000000002,,9007199254740993,\r\n',
    );
  });

  test('starts with a UTF-8 mark if chosen', async () => {
    const { write, text } = collector();
    const writer = csvWriter(
      { columns, headers: ['a', 'b', 'c', 'd'], references: 'ids', read: rowReader(columns), write },
      'spreadsheets',
      true,
    );
    await writer.begin();
    // `Blob.text` takes the mark away.
    expect(await new Response(new Blob([await text()])).text()).toBe('a,b,c,d\r\n');
    const { write: raw, bytes } = collector();
    await csvWriter(
      { columns, headers: ['a', 'b', 'c', 'd'], references: 'ids', read: rowReader(columns), write: raw },
      'spreadsheets',
      true,
    ).begin();
    expect([...(await bytes()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  test('any text survives a round trip', async () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('=', '-', "'", '"', ',', '\n', '\r', '\t', 'a', '中') }), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(texts, async (given) => {
        const csv = await written(
          'csv',
          given.map((text, index) => recordOf(`r${index}`, { NAME: text })),
        );
        const cells = readCsv(csv)
          .slice(1)
          .map((row) => unguardCsv(row[1] ?? ''));
        expect(cells).toEqual(given);
      }),
    );
  });
});

describe('JSON', () => {
  test('is an array of objects with exact integers; missing fields stay missing', async () => {
    const text = await written('json', [...records, recordOf('3')]);
    expect(parseJson(text)).toEqual([
      { item_id: '2300000000000001', name: '=1+1', amount: -2.5, tags: [{ id: '1', name: 'A, "b"' }] },
      { item_id: '2300000000000002', name: '', amount: 9007199254740993n, tags: null },
      { item_id: '3' },
    ]);
    expect(text).toContain('9007199254740993');
  });

  test('is an empty array, or no line, without records', async () => {
    expect(parseJson(await written('json', []))).toEqual([]);
    expect(await written('jsonl', [])).toBe('');
  });

  test('lines: one object each', async () => {
    const lines = (await written('jsonl', records)).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toBe('');
    expect(parseJson(lines[1] ?? '')).toMatchObject({ amount: 9007199254740993n });
  });
});

describe('headers', () => {
  const fields = [
    { id: 'item_id', name: null },
    { id: '22', name: 'Name' },
    { id: '23', name: 'Name' },
    { id: '24', name: 'item_id' },
    { id: '25', name: null },
  ];
  test('are all different', () => {
    expect(headersOf(fields, 'names')).toEqual(['item_id', 'Name (22)', 'Name (23)', 'item_id (24)', '25']);
    expect(headersOf(fields, 'ids')).toEqual(['item_id', '22', '23', '24', '25']);
  });

  test('of system fields and equally named fields are distinct; none is the ID of another field', () => {
    const named = [
      { id: 'item_id', name: 'Record' },
      { id: '22', name: 'updated_on' },
      { id: '23', name: '22' },
      { id: '24', name: 'Updated' },
      { id: 'updated_on', name: 'Updated' },
    ];
    expect(headersOf(named, 'names')).toEqual([
      'Record',
      'updated_on (22)',
      '22 (23)',
      'Updated (24)',
      'Updated (updated_on)',
    ]);
  });
});

/** A reader by the letter of RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let place = 0; place < text.length; ) {
    let cell = '';
    if (text[place] === '"') {
      for (place += 1; text[place] !== '"' || text[place + 1] === '"'; place += 1) {
        if (text[place] === '"') place += 1;
        cell += text[place];
      }
      place += 1;
    } else {
      const end = text.slice(place).search(/,|\r\n/);
      cell = text.slice(place, place + end);
      place += end;
    }
    row.push(cell);
    if (text[place] === ',') place += 1;
    else {
      rows.push(row);
      row = [];
      place += 2;
    }
  }
  return rows;
}

const textColumn = (id: string): ExportColumn => ({
  id,
  name: null,
  kind: 'text',
  config: null,
  valueOf: valueReader(id),
});
const fieldIds = ['item_id', 'a', 'title', '12', '__proto__', 'constructor', 'b'];

function fieldsOf(entries: readonly (readonly [string, Json])[]): JsonObject {
  const fields: JsonObject = {};
  for (const [id, value] of entries) setOwn(fields, id, value);
  return fields;
}

describe('the values of a record in the order of the columns', () => {
  test('are each column’s own, whatever fields the records have', () => {
    const entry = fc.tuple(fc.constantFrom(...fieldIds, 'other'), fc.constantFrom<Json>(null, '', 0, 'x', [1]));
    // Each set of fields may come several times in a row, as it does in a table.
    const runs = fc.array(fc.tuple(fc.uniqueArray(entry, { selector: ([id]) => id }), fc.integer({ min: 1, max: 3 })));
    fc.assert(
      fc.property(fc.shuffledSubarray(fieldIds), runs, (chosen, given) => {
        const columns = chosen.map(textColumn);
        const read = rowReader(columns);
        for (const [entries, times] of given) {
          for (let time = 0; time < times; time += 1) {
            const record = recordOf(`r${time}`, fieldsOf(entries));
            expect([...read(record)]).toEqual(columns.map((one) => one.valueOf(record)));
          }
        }
      }),
    );
  });

  test('distinguish a missing field from an empty one also after records that have it', () => {
    const read = rowReader([textColumn('a')]);
    expect(read(recordOf('1', { a: 1 }))[0]).toBe(1);
    expect(read(recordOf('2', { a: null }))[0]).toBe(null);
    expect(read(recordOf('3', {}))[0]).toBe(undefined);
    expect(read(recordOf('4', {}))[0]).toBe(undefined);
  });
});
