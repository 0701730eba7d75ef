import { inflateRawSync } from 'node:zlib';
import readXlsxFile from 'read-excel-file/node';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { parseJson } from '../../contract/json';
import { lookOf } from '../in/source/xlsx/number-format';
import { headersOf } from './export-columns';
import { collector, columnsOf, recordOf } from './test-records';
import { rowReader } from './text-writers';
import { columnLetters, sheetDate, sheetLimits, xlsxWriter, xmlText } from './xlsx-writer';

const plain = columnsOf({ name: 'text', amount: 'number', on: 'switch', files: 'file' });
const dated = columnsOf({ name: 'text', day: 'date' });

async function workbook(records: ReturnType<typeof recordOf>[], rowsMax?: number, columns = plain) {
  const { write, bytes } = collector();
  const read = rowReader(columns);
  const options = { columns, headers: headersOf(columns, 'names'), references: 'names' as const, read, write };
  const writer = xlsxWriter(options, rowsMax);
  await writer.begin();
  for (const record of records) await writer.add([record]);
  await writer.end();
  return { writer, file: Buffer.from(await bytes()) };
}

/** What is in an archive right behind the first mention of its name. */
function unzipped(file: Buffer, name: string): string {
  return inflateRawSync(file.subarray(file.indexOf(name) + name.length)).toString();
}

test('another reader finds numbers, switches and texts as they were', async () => {
  const { file } = await workbook([
    recordOf('2300000000000001', { NAME: '=1+1', AMOUNT: -0.1, ON: true, FILES: [61, 62] }),
    recordOf('2300000000000002', { NAME: ' <&> "q" 中\nline ', AMOUNT: 1234567890123456, ON: false }),
    recordOf('2300000000000003', { NAME: "'=x", AMOUNT: 9007199254740993n, ON: null }),
    recordOf('2300000000000004', { NAME: '00012', AMOUNT: '1e5' }),
    recordOf('2300000000000005', { AMOUNT: parseJson('12345678901234.5678') }),
  ]);
  const [sheet] = await readXlsxFile(file, { trim: false });
  expect(sheet?.data).toEqual([
    ['item_id', 'name', 'amount', 'on', 'files'],
    ['2300000000000001', '=1+1', -0.1, true, '61, 62'],
    ['2300000000000002', ' <&> "q" 中\nline ', '1234567890123456', false, null],
    ['2300000000000003', "'=x", '9007199254740993', null, null],
    ['2300000000000004', '00012', '1e5', null, null],
    ['2300000000000005', null, '12345678901234.5678', null, null],
  ]);
});

const notDates = [
  '1900-02-28',
  '0001-01-01 00:00:00',
  '10000-01-01',
  '2026-02-30',
  '2026-02-03 24:00:00',
  '2026-02-03 04:05',
  '2026-02-03 04:05:06.5',
  '2026-02-03T04:05:06',
  '2026-02-03 04:05:06+08:00',
  '2026-2-3',
  ' 2026-02-03',
  'some day',
];
const dates = ['1900-03-01', '2024-02-29', '2026-02-03 00:00:00', '2026-02-03 04:05:06', '9999-12-31 23:59:59'];

test('another reader finds dates and times as dates; inexact ones and dates in text fields stay text', async () => {
  const given = [...dates, ...notDates];
  const { file } = await workbook(
    given.map((day, index) => recordOf(`${index}`, { NAME: day, DAY: day })),
    undefined,
    dated,
  );
  const [sheet] = await readXlsxFile(file, { trim: false });
  const rows = sheet?.data.slice(1) ?? [];
  expect(rows.map(([, name]) => name)).toEqual(given);
  const asDates = dates.map((text) => new Date(`${text.slice(0, 10)}T${text.slice(11) || '00:00:00'}Z`));
  expect(rows.map(([, , day]) => day)).toEqual([...asDates, ...notDates]);
  const styles = unzipped(file, 'xl/styles.xml');
  const formats = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]+)"/g)].map(([, id, code]) => [id, code]),
  );
  const looks = [...(/<cellXfs.*<\/cellXfs>/s.exec(styles)?.[0] ?? '').matchAll(/<xf numFmtId="(\d+)"/g)];
  const used = [...unzipped(file, 'xl/worksheets/sheet1.xml').matchAll(/<c r="C\d+" s="(\d)"><v>/g)];
  expect(used.map(([, look]) => formats.get(looks[Number(look)]?.[1]))).toEqual(
    dates.map((text) => (text.length > 10 ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd')),
  );
});

test('the import reads dates of a sheet as their original texts', () => {
  const looks = { day: lookOf('yyyy-mm-dd', false), time: lookOf('yyyy-mm-dd hh:mm:ss', false) };
  const back = (text: string) => {
    const date = sheetDate(text);
    const look = date?.time ? looks.time : looks.day;
    return date === null ? null : [look.day(`${date.serial}`), look.show(`${date.serial}`)];
  };
  for (const text of dates) expect(back(text)).toEqual([text, text]);
  // Seconds through the whole of a day, of the first days and of the last.
  for (const day of ['1900-03-01', '2026-02-03', '9999-12-31']) {
    for (let second = 0; second < 86_400; second += 7) {
      const text = `${day} ${new Date(second * 1000).toISOString().slice(11, 19)}`;
      const [meant, seen] = back(text) ?? [];
      if (meant !== text || seen !== text) expect([meant, seen]).toEqual([text, text]);
    }
  }
});

/** Elements of a part by their names: attributes, and the elements within, in order. */
interface Element {
  name: string;
  attributes: Record<string, string>;
  inside: Element[];
}

function parsed(xml: string): Element {
  const root: Element = { name: '', attributes: {}, inside: [] };
  const open = [root];
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, inside: [] };
    open.at(-1)?.inside.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return root.inside[0] as Element;
}

test('the styles are complete, in the order of the schema, and refer to what there is', async () => {
  const { file } = await workbook([recordOf('1', { NAME: 'a' })]);
  const sheet = parsed(unzipped(file, 'xl/styles.xml'));
  // CT_Stylesheet (ECMA-376, 18.8.39): what Excel writes itself, without colours and extensions.
  const names = [
    'numFmts',
    'fonts',
    'fills',
    'borders',
    'cellStyleXfs',
    'cellXfs',
    'cellStyles',
    'dxfs',
    'tableStyles',
  ];
  expect(sheet.inside.map(({ name }) => name)).toEqual(names);
  const part = (name: string): Element[] => sheet.inside.find((each) => each.name === name)?.inside ?? [];
  for (const { name, attributes, inside } of sheet.inside)
    expect([name, attributes.count]).toEqual([name, `${inside.length}`]);
  // Two fills have their places: none, and a grey.
  expect(part('fills').map(({ inside }) => inside[0]?.attributes.patternType)).toEqual(['none', 'gray125']);
  expect(part('borders')[0]?.inside.map(({ name }) => name)).toEqual(['left', 'right', 'top', 'bottom', 'diagonal']);
  for (const font of part('fonts'))
    expect(font.inside.map(({ name }) => name).slice(-3)).toEqual(['sz', 'name', 'family']);
  const own = part('numFmts').map(({ attributes }) => Number(attributes.numFmtId));
  expect(own.every((id) => id >= 164)).toBe(true);
  for (const { attributes } of [...part('cellStyleXfs'), ...part('cellXfs')]) {
    const { numFmtId, fontId, fillId, borderId } = attributes;
    expect([0, 49, ...own]).toContain(Number(numFmtId));
    expect(part('fonts')[Number(fontId)]).toBeDefined();
    expect(part('fills')[Number(fillId)]).toBeDefined();
    expect(part('borders')[Number(borderId)]).toBeDefined();
  }
  for (const { attributes } of [...part('cellXfs'), ...part('cellStyles')])
    expect(part('cellStyleXfs')[Number(attributes.xfId)]).toBeDefined();
  expect(part('cellStyles')[0]?.attributes).toEqual({ name: 'Normal', xfId: '0', builtinId: '0' });
  const used = parsed(unzipped(file, 'xl/worksheets/sheet1.xml')).inside.find(({ name }) => name === 'sheetData');
  const cells = used?.inside.flatMap((row) => row.inside) ?? [];
  expect(cells.every(({ attributes }) => part('cellXfs')[Number(attributes.s ?? 0)])).toBe(true);
});

test('every part has its type, and is named by a relationship', async () => {
  const { file } = await workbook(
    Array.from({ length: 4 }, (_, index) => recordOf(`r${index}`)),
    3,
  );
  const types = parsed(unzipped(file, '[Content_Types].xml')).inside;
  const parts = ['xl/workbook.xml', 'xl/styles.xml', 'xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml'];
  expect(types.flatMap(({ attributes }) => attributes.PartName ?? [])).toEqual(parts.map((part) => `/${part}`));
  const book = parsed(unzipped(file, 'xl/workbook.xml'));
  // CT_Workbook (18.2.27): the views of the sheets refer to one of the workbook.
  expect(book.inside.map(({ name, inside }) => [name, inside.length])).toEqual([
    ['bookViews', 1],
    ['sheets', 2],
  ]);
  const links = parsed(unzipped(file, 'xl/_rels/workbook.xml.rels')).inside.map(({ attributes }) => attributes);
  expect(links.map(({ Target }) => `xl/${Target}`).sort()).toEqual(parts.slice(1).sort());
  const ids = book.inside[1]?.inside.map(({ attributes }) => attributes['r:id']);
  expect(ids?.every((id) => links.some(({ Id }) => Id === id))).toBe(true);
});

test('more rows than a sheet holds go into the next one, with their headers', async () => {
  const records = Array.from({ length: 7 }, (_, index) => recordOf(`r${index}`));
  const { file } = await workbook(records, 4);
  const sheets = await readXlsxFile(file);
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Records', 'Records 2', 'Records 3']);
  expect(sheets.map(({ data }) => data.map(([id]) => id))).toEqual([
    ['item_id', 'r0', 'r1', 'r2'],
    ['item_id', 'r3', 'r4', 'r5'],
    ['item_id', 'r6'],
  ]);
});

test('columns are as wide as their header and first texts, within bounds', async () => {
  const { file } = await workbook([recordOf('2300000000000001', { NAME: '中文名称'.repeat(4), AMOUNT: 1 })]);
  const sheet = unzipped(file, 'xl/worksheets/sheet1.xml');
  expect([...sheet.matchAll(/ width="(\d+)"/g)].map(([, width]) => Number(width))).toEqual([18, 34, 8, 8, 8]);
});

test('a text too long for a cell is cut, and counted', async () => {
  const text = `${'x'.repeat(sheetLimits.cellCharacters - 1)}😀`;
  const { writer, file } = await workbook([recordOf('1', { NAME: text })]);
  const [sheet] = await readXlsxFile(file);
  expect(writer.cut()).toBe(1);
  expect(sheet?.data[1]?.[1]).toBe('x'.repeat(sheetLimits.cellCharacters - 1));
});

test.each([
  ['plain', 'plain'],
  ['a<b>&"c"', 'a&lt;b&gt;&amp;"c"'],
  ['\t\n', '\t\n'],
  ['\r\u0000\u001f', '_x000D__x0000__x001F_'],
  ['_x000D_', '_x005F_x000D_'],
  ['\ud800', '_xD800_'],
  ['😀', '😀'],
])('%j between tags', (text, xml) => {
  expect(xmlText(text)).toBe(xml);
});

test('columns are lettered as in every spreadsheet', () => {
  expect([0, 25, 26, 51, 701, 702, 16383].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA', 'XFD']);
});
