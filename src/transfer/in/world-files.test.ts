import { describe, expect, test } from 'vitest';
import type { SourceChoice } from './source/source-formats';
import { imported } from './test-import';

describe('values of files', () => {
  test('a number is stored only where all of its characters are understood', async () => {
    const { rows } = await imported('Name,Size\na,1234¹\nb,42²\nc,10⁶\nd,7③\ne,15\n', { Name: 'text', Size: 'number' });
    const unfit = { unfit: 'not-a-number' };
    expect(rows.map(({ Size }) => Size)).toEqual([unfit, unfit, unfit, unfit, 15]);
  });

  test('a JSON number keeps its digits, or does not fit', async () => {
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
    const unfit = { unfit: 'not-exact' };
    expect(rows.map(({ Size }) => Size)).toEqual([12345678901234567890n, unfit, unfit, -0, 1.1, unfit]);
    expect(rows.map(({ Text }) => Text)).toEqual([
      '12345678901234567890',
      '0.12345678901234567890',
      '1e400',
      '0',
      '1.1',
      '123456789012345678901234567890.5',
    ]);
  });

  test('a JSON value with a number that would be rounded inside does not fit', async () => {
    const { rows } = await imported('[{"Place":{"lat":52.12345678901234567}},{"Place":{"lat":52.1}}]', {
      Place: 'json',
    });
    expect(rows.map(({ Place }) => Place)).toEqual([{ unfit: 'not-exact' }, { lat: 52.1 }]);
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

  test('an apostrophe is a letter, except in an export of this console', async () => {
    const words = ["'-tje' is a Dutch ending", "'@' means at", "'s avonds"];
    const lines = words.map((word) => `${word}\n`).join('');
    expect((await imported(`Text\n${lines}`, { Text: 'text' })).rows.map(({ Text }) => Text)).toEqual(words);
    const exported = await imported(`Text\u2060\n''-tje\n'=1+1\n's avonds\n`, { Text: 'text' });
    expect(exported.facts.columns[0]?.name).toBe('Text');
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
