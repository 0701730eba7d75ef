import { describe, expect, test } from 'vitest';
import { encodings } from '../../api/files/encodings';
import { csvLine } from '../../edits/csv-writer';
import { mapByValues } from './mapping/column-values';
import { proposeMapping } from './mapping/mapping';
import type { SourceChoice } from './source/source-formats';
import { imported } from './test-import';
import { isUnderstood } from './worker/is-understood';

describe('values of files', () => {
  test('a number is stored only where all of its characters are understood', async () => {
    const { rows } = await imported('Name,Size\na,1234¹\nb,42²\nc,10⁶\nd,7③\ne,15\n', { Name: 'text', Size: 'number' });
    const unfit = { unfit: 'not-a-number' };
    expect(rows.map(({ Size }) => Size)).toEqual([unfit, unfit, unfit, unfit, 15]);
  });

  test('a JSON number keeps its digits', async () => {
    const numbers = [
      '12345678901234567890',
      '0.12345678901234567890',
      '1e400',
      '-0',
      '1.10',
      '123456789012345678901234567890.5',
    ];
    const file = `[${numbers.map((number) => `{"Size":${number},"Text":${number}}`).join(',')}]`;
    const { rows } = await imported(file, { Size: 'number', Text: 'text' });
    expect(rows.map(({ Size }) => Size)).toEqual([
      12345678901234567890n,
      { digits: 1234567890123456789n, scale: 19n },
      10n ** 400n,
      -0,
      1.1,
      { digits: 1234567890123456789012345678905n, scale: 1n },
    ]);
    expect(rows.map(({ Text }) => Text)).toEqual([
      '12345678901234567890',
      '0.1234567890123456789',
      `1${'0'.repeat(400)}`,
      '0',
      '1.1',
      '123456789012345678901234567890.5',
    ]);
  });

  test('a JSON value keeps the digits of a number inside', async () => {
    const { rows } = await imported('[{"Place":{"lat":52.12345678901234567}},{"Place":{"lat":52.1}}]', {
      Place: 'json',
    });
    expect(rows.map(({ Place }) => Place)).toEqual([
      { lat: { digits: 5212345678901234567n, scale: 17n } },
      { lat: 52.1 },
    ]);
  });

  test.each([
    ['JSON', '[{"Name":"a\\u0000"},{"Name":"b\\ud800"},{"Name":"c"}]'],
    ['JSON lines', '{"Name":"a\\u0000"}\n{"Name":"b\\ud800"}\n{"Name":"c"}\n'],
  ])('a character that no database stores keeps its own row out, in %s', async (_format, file) => {
    const { rows, session } = await imported(file, { Name: 'text' });
    expect(rows.map(({ Name }) => Name)).toEqual([{ unfit: 'not-storable' }, { unfit: 'not-storable' }, 'c']);
    const mapped = [{ column: 0, field_id: 'Name', kind: 'text' as const, config: null, blank: 'keep' as const }];
    expect(await session.fit({ mapped }, { signal: new AbortController().signal, onProgress: () => {} })).toMatchObject(
      {
        unfitRows: 2,
      },
    );
  });

  test('IDs that a spreadsheet has rounded are no key', async () => {
    const { keys } = await imported('Name,File\n4.00639E+12,a.csv\n4.01239E+12,b.csv\n1.23E+11,c.csv\n', {
      Name: 'text',
      File: 'text',
    });
    expect(keys).toEqual([['File']]);
  });

  test('an apostrophe is a letter, except where this console has set it', async () => {
    const words = ["'-tje' is a Dutch ending", "'@' means at", "'s avonds"];
    const lines = words.map((word) => `${word}\n`).join('');
    expect((await imported(`Text\n${lines}`, { Text: 'text' })).rows.map(({ Text }) => Text)).toEqual(words);
    const guarded = ["'-tje", '=1+1', "'s avonds"].map((own) => csvLine([own])).join('');
    const exported = await imported(`Text\n${guarded}`, { Text: 'text' });
    expect(exported.rows.map(({ Text }) => Text)).toEqual(["'-tje", '=1+1', "'s avonds"]);
  });

  test('a text in the form of a formula is the text, with a note', async () => {
    const { rows, facts } = await imported('Name,Licence\na,="007"\nb,"=""1E5"""\nc,=1+1\n', {
      Name: 'text',
      Licence: 'text',
    });
    expect(rows.map(({ Licence }) => Licence)).toEqual(['007', '1E5', '=1+1']);
    expect(facts.problems.counts).toEqual({ 'formula-text': 2 });
    expect(facts.broken).toBe(0);
  });
});

describe('which rows are in a JSON text', () => {
  const names = async (text: string, choice: SourceChoice = {}) => {
    const { facts, rows } = await imported(text, { Name: 'text' }, choice);
    return {
      names: rows.map(({ Name }) => Name),
      lists: facts.lists,
      places: facts.places,
      counts: facts.problems.counts,
    };
  };
  const pretty = (value: unknown) => JSON.stringify(value, null, 2);

  test.each([
    ['arrays one after another in a line', '[{"Name":"a"}][{"Name":"b"}]', 'element'],
    ['arrays one after another', `${pretty([{ Name: 'a' }])}\n${pretty([{ Name: 'b' }])}\n`, 'line'],
    ['arrays one in each line', '[{"Name":"a"}]\n[{"Name":"b"}]\n', 'line'],
    [
      'objects one after another',
      `${pretty({ Name: 'a' })}\n${pretty({ Name: 'b', tags: [{ x: 1 }, { x: 2 }, { x: 3 }] })}`,
      'line',
    ],
    ['objects one after another in a line', '{"Name":"a"}{"Name":"b"}', 'element'],
    ['objects with commas between them', '{"Name":"a"},\n{"Name":"b"}', 'line'],
    ['an envelope in one line', '{"count":2,"next":null,"results":[{"Name":"a"},{"Name":"b"}]}', 'element'],
    ['an envelope in several lines', pretty({ count: 2, results: [{ Name: 'a' }, { Name: 'b' }] }), 'line'],
    [
      'an envelope whose shorter list comes first',
      pretty({ meta: { columns: [{ id: 1 }] }, rows: [{ Name: 'a' }, { Name: 'b' }] }),
      'line',
    ],
  ])('%s', async (_what, text, places) => {
    expect(await names(text)).toMatchObject({ names: ['a', 'b'], places, counts: {} });
  });

  test('of several lists the longest one of objects is proposed, and another one can be chosen', async () => {
    const text = pretty({
      meta: { columns: [{ Name: 'x' }, { Name: 'y' }] },
      path: [[1], [2], [3], [4]],
      rows: [{ Name: 'a' }, { Name: 'b' }, { Name: 'c' }],
    });
    expect(await names(text)).toMatchObject({
      names: ['a', 'b', 'c'],
      lists: [
        { path: 'rows', rows: 3 },
        { path: 'meta.columns', rows: 2 },
        { path: 'path', rows: 4 },
      ],
    });
    expect(await names(text, { list: 'meta.columns' })).toMatchObject({ names: ['x', 'y'] });
  });

  test('of two lists of one length the outer one is proposed', async () => {
    const text = pretty({ meta: { columns: [{ id: 1 }, { id: 2 }] }, rows: [{ Name: 'a' }, { Name: 'b' }] });
    expect((await names(text)).names).toEqual(['a', 'b']);
  });

  test('lists of different keys are different lists', async () => {
    const text = '{"a.b":[{"Name":"x"}],"a":{"b":[{"Name":"a"},{"Name":"b"}]},"":[{"Name":"y"}]}';
    expect(await names(text)).toMatchObject({
      names: ['a', 'b'],
      lists: [{ path: 'a.b' }, { path: '""' }, { path: '"a.b"' }],
    });
  });

  test('of a hundred thousand lists some are offered', async () => {
    const text = `{${Array.from({ length: 150_000 }, (_list, at) => `"k${at}":[{}]`).join(',')},"rows":[{"Name":"a"},{"Name":"b"}]}`;
    const read = await names(text);
    expect([read.names, read.lists.length]).toEqual([['a', 'b'], 100]);
  });

  test('a single object is a row', async () => {
    expect(await names('{"Name":"a","tags":["x"]}')).toMatchObject({ names: ['a'], lists: [{ path: '', rows: 1 }] });
  });

  test.each([
    ['what follows the rows', '[{"Name":"a"}]\nthe end', 'not-json', 2],
    ['what is around them', '{"count": two,\n"rows":[{"Name":"a"}]}', 'not-json', 1],
    ['a missing end', '[{"Name":"a"}', 'cut-off', 1],
    ['a missing end of an envelope', '{"rows":[{"Name":"a"}]', 'cut-off', 1],
    ['an answer without records', '{"code":0,"data":{"items":[]}}', 'no-rows', 1],
    ['an empty array', '[]', 'no-rows', 1],
  ])('%s is refused with its line', async (_what, text, reason, line) => {
    await expect(names(text)).rejects.toMatchObject({ reason, line });
  });

  test('bytes that are no character keep their row out', async () => {
    const bytes = new TextEncoder().encode('[{"Name":"é1"},{"Name":"é2 é3 é4 é5 é6 é7 é8 é9 é0 éa éb"}]');
    bytes[11] = 0x20;
    const { facts } = await imported(bytes, { Name: 'text' });
    expect(facts).toMatchObject({ encoding: 'utf-8', rows: 2, broken: 1, problems: { counts: { 'bad-bytes': 1 } } });
  });
});

describe('how a file is written', () => {
  const names = async (content: BlobPart, choice: SourceChoice = {}) => {
    const { facts, rows } = await imported(content, { Name: 'text', File: 'text' }, choice);
    return { rows: rows.map(({ Name, File }) => [Name, File]), counts: facts.problems.counts, facts };
  };

  test.each([
    ['of two columns', 'sep=;\r\nName;File\r\na,b;one.csv\r\n'],
    ['in quotes', '"sep=;"\r\nName;File\r\na,b;one.csv\r\n'],
    ['after a mark', '\ufeffsep=;\nName;File\na,b;one.csv\n'],
    ['of another sign', 'SEP=~\nName~File\na,b~one.csv\n'],
  ])('a line that names the delimiter is no row: %s', async (_what, text) => {
    expect(await names(text)).toMatchObject({ rows: [['a,b', 'one.csv']], counts: {}, facts: { headerLine: 2 } });
  });

  test('a line that names the delimiter is no row without a header either', async () => {
    expect((await imported('sep=;\na;b\n', {}, { headerLine: 0 })).facts).toMatchObject({ rows: 1, headerLine: 0 });
  });

  test('a text that only says so is a row', async () => {
    expect((await names('Name,File\nsep=;,b\n')).rows).toEqual([['sep=;', 'b']]);
  });

  const escaped = 'Name,File\n"a","He said \\"stop\\", twice"\n"b","C:\\\\data\\\\b.csv"\nc\\,d,\\N\n';
  test('backslashes before quotes are read where they explain the file, or by choice', async () => {
    const meant = [
      ['a', 'He said "stop", twice'],
      ['b', 'C:\\data\\b.csv'],
      ['c,d', '\\N'],
    ];
    expect(await names(escaped)).toMatchObject({ rows: meant, counts: {}, facts: { escapes: true, nulls: 1 } });
    const doubled = await names(escaped, { escapes: false });
    expect(doubled.facts).toMatchObject({ escapes: false, problems: { counts: { 'quote-junk': 1, 'long-row': 2 } } });
    expect(await names('Name,File\n"a ""b""","C:\\dir"\n')).toMatchObject({
      rows: [['a "b"', 'C:\\dir']],
      facts: { escapes: false },
    });
    expect((await names('Name,File\na\\,b,c\n', { escapes: true })).rows).toEqual([['a,b', 'c']]);
    const { session } = await imported('Name,File\na\\\nb,c\nd,e\n', { Name: 'text' }, { escapes: true });
    expect(await session.rows({ from: 0, to: 9 })).toMatchObject([
      { line: 2, cells: ['a\nb', 'c'] },
      { line: 4, cells: ['d', 'e'] },
    ]);
  });

  test('words for no value are text, and blank by choice', async () => {
    const text = 'Name,File\nNULL,a\n\\N,b\nNULLs,c\n';
    expect(await names(text)).toMatchObject({
      rows: [
        ['NULL', 'a'],
        ['\\N', 'b'],
        ['NULLs', 'c'],
      ],
      facts: { nulls: 2 },
    });
    expect(await names(text, { nullsAreBlank: true })).toMatchObject({
      rows: [
        [undefined, 'a'],
        [undefined, 'b'],
        ['NULLs', 'c'],
      ],
      facts: { nulls: 0 },
    });
  });

  test('a quote that is out of place in the header is said', async () => {
    expect((await names('Name,"File\na,1\n')).counts).toEqual({ 'quote-open': 1 });
    expect((await names('"Name"x,File\na,1\n')).counts).toEqual({ 'quote-junk': 1 });
  });

  test('a header in the middle is no row', async () => {
    const read = await names(' Name,File\na,1\n Name,File \nb,2\nName,x\n');
    expect(read).toMatchObject({ counts: { 'repeated-header': 1 }, facts: { rows: 4, broken: 1 } });
  });

  test.each([
    ['web-page', '<html><head><meta charset="utf-8"></head><body><table><tr><th>Name</th></tr></table></body></html>'],
    ['web-page', '\n<!DOCTYPE html>\n<title>Name, File</title>'],
    ['web-page', '<table><tr><td>Name</td></tr></table>'],
    ['xml', '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook><Worksheet/></Workbook>'],
    ['sylk', 'ID;PWXL;N;E\nC;Y1;X1;K"Name"\nE\n'],
  ])('a %s is called so', async (reason, text) => {
    await expect(names(text)).rejects.toMatchObject({ reason });
  });

  test.each(encodings.filter((encoding) => encoding !== 'iso-8859-16'))('%s can be chosen', async (encoding) => {
    const bytes = [...'Name,File\na,b\n'].flatMap((char) => {
      const code = char.charCodeAt(0);
      if (encoding === 'utf-16le') return [code, 0];
      return encoding === 'utf-16be' ? [0, code] : [code];
    });
    expect((await names(new Uint8Array(bytes), { encoding })).rows).toEqual([['a', 'b']]);
  });

  test('where the encoding is a question nothing says that all is fine, until it is answered', async () => {
    const head = [...'Name,File\n'].map((char) => char.charCodeAt(0));
    const bytes = new Uint8Array([...head, 0xce, 0xf2, 0xf7, 0xb8, 0xf2, 0x2c, 0x61, 10]);
    expect(isUnderstood((await names(bytes)).facts)).toBe(false);
    const answered = await names(bytes, { encoding: 'windows-1251' });
    expect(answered.rows).toEqual([['Отчёт', 'a']]);
    expect(isUnderstood(answered.facts)).toBe(true);
  });
});

describe('forms that a column shows', () => {
  test('money of accountants, with what is no number left out', async () => {
    const cells = ['"1,234.50-"', '"(1,234.50)"', '"$1,234.50"', '"1,23,456"', '1\u00a0234', '15%', '"1,2345"', 'NULL'];
    const { rows } = await imported(`Size\n${cells.join('\n')}\n`, { Size: 'number' });
    const unfit = { unfit: 'not-a-number' };
    expect(rows.map(({ Size }) => Size)).toEqual([-1234.5, -1234.5, 1234.5, 123456, 1234, 0.15, unfit, unfit]);
  });

  test.each([
    [
      'the month first, with a clock of twelve hours',
      ['3/14/2026 2:05 PM', '12/31/2025 11:59 PM'],
      ['2026-03-14 14:05:00', '2025-12-31 23:59:00'],
    ],
    ['names of months', ['14 Mar 2026', '31 May 2026'], ['2026-03-14', '2026-05-31']],
    ['digits alone', ['20260314', '20251231'], ['2026-03-14', '2025-12-31']],
    ['a count of days, which has to be chosen', ['46095', '46096'], [{ unfit: 'not-a-date' }, { unfit: 'not-a-date' }]],
    ['two ways, which has to be chosen', ['3/4/2026', '5/6/2026'], [{ unfit: 'not-a-date' }, { unfit: 'not-a-date' }]],
  ])('dates with %s', async (_what, texts, values) => {
    const { rows } = await imported(`Day\n${texts.join('\n')}\n`, { Day: 'date' });
    expect(rows.map(({ Day }) => Day)).toEqual(values);
  });

  test('a time that the field has no place for shows the format all the same', async () => {
    const head = { system: null, index: 0, name: 'Day', isRepeated: false };
    const config = { field_id: 'Day', name: 'Day', field_type: 'date', required: false, config: {} };
    const targets = [{ field_id: 'Day', name: 'Day', kind: 'date' as const, config }];
    const formatOf = (texts: string[]) => {
      const profile = { filled: 2, samples: texts, texts, ids: null };
      return mapByValues(proposeMapping([head], targets), [head], targets, [profile])[0]?.written;
    };
    expect(formatOf(['3/14/2026 2:05 PM', '12/31/2025 11:59 PM'])).toBe('month-first');
    expect(formatOf(['3/4/2026 2:05 PM', '12/11/2025 11:59 PM'])).toBeUndefined();
    expect(formatOf(['2026-03-14 14:05', '2026-03-15 14:05'])).toBeUndefined();
  });
});
