import { describe, expect, test } from 'vitest';
import { ImportSession } from '../../worker/import-session';
import type { SourceChoice } from '../source-formats';
import { packedOf } from './test-packed';
import { workbookOf } from './test-workbook';

const options = { signal: new AbortController().signal, onProgress: () => {} };
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A sheet with the texts of its cells by place, and what it has before and behind its rows. */
function sheet(rows: Record<number, string>, { before = '', behind = '' } = {}, hidden: number[] = []): string {
  const cells = (row: string, line: string): string =>
    line
      .split(',')
      .map((text, at) => (text === '' ? '' : `<c r="${'ABCDEF'[at]}${row}" t="str"><v>${text}</v></c>`))
      .join('');
  const all = Object.entries(rows).map(
    ([row, line]) => `<row r="${row}"${hidden.includes(Number(row)) ? ' hidden="1"' : ''}>${cells(row, line)}</row>`,
  );
  return `<worksheet>${before}<sheetData>${all.join('')}</sheetData><autoFilter ref="A1:B4"/>${behind}<pageMargins left="1"/></worksheet>`;
}

const merged = (...refs: string[]) => ({
  behind: `<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`,
});

async function read(xml: string, choice: SourceChoice = {}) {
  const session = new ImportSession();
  const facts = await session.open({ file: await workbookOf({ sheets: { Rows: xml } }), choice }, options);
  const rows = await session.rows({ from: 0, to: facts.rows });
  return {
    problems: facts.problems.first.map(({ kind, line, detail }) => [kind, line, detail]),
    names: facts.columns.map(({ name }) => name),
    rows: rows.map(({ line, cells }) => [line, cells.join()]),
  };
}

describe('merged cells of a sheet', () => {
  const licences = sheet(
    { 1: 'Name,File,Licence', 2: 'a,a.csv,MIT', 3: 'b,b.csv', 4: 'c,c.csv', 5: 'd,d.csv,BSD' },
    merged('C2:C4'),
  );

  test('are reported, and filled by choice', async () => {
    const problems = [['merged', 2, 'C2:C4']];
    expect(await read(licences)).toMatchObject({
      problems,
      rows: [
        [2, 'a,a.csv,MIT'],
        [3, 'b,b.csv,'],
        [4, 'c,c.csv,'],
        [5, 'd,d.csv,BSD'],
      ],
    });
    expect(await read(licences, { fillMerged: true })).toMatchObject({
      problems,
      rows: [
        [2, 'a,a.csv,MIT'],
        [3, 'b,b.csv,MIT'],
        [4, 'c,c.csv,MIT'],
        [5, 'd,d.csv,BSD'],
      ],
    });
  });

  test('of several columns are filled, headings and blank rows are not', async () => {
    const xml = sheet(
      { 1: 'A,B,C', 2: 'North', 3: 'x,both,', 4: 'y,,', 5: '', 6: 'z,,' },
      merged('A2:C2', 'B3:C6', 'A9:B9'),
    );
    expect(await read(xml, { fillMerged: true })).toEqual({
      problems: [
        ['merged', 2, 'A2:C2'],
        ['merged', 3, 'B3:C6'],
        ['blank-line', 5, '[]'],
      ],
      names: ['A', 'B', 'C'],
      rows: [
        [2, 'North,,'],
        [3, 'x,both,both'],
        [4, 'y,both,both'],
        [6, 'z,both,both'],
      ],
    });
  });

  test('that make a header of two lines give it its names', async () => {
    const xml = sheet({ 1: 'Name,File,Facts', 2: ',,Size,Day', 3: 'a,a.csv,1,2' }, merged('A1:A2', 'B1:B2', 'C1:D1'));
    expect(await read(xml, { fillMerged: true, headerLine: 2 })).toMatchObject({
      names: ['Name', 'File', 'Size', 'Day'],
      rows: [[3, 'a,a.csv,1,2']],
    });
  });

  test('above the header are nothing to say', async () => {
    const xml = sheet({ 1: 'Report', 2: 'A,B,C', 3: 'a,b,c' }, merged('A1:C1'));
    expect(await read(xml)).toMatchObject({ problems: [], names: ['A', 'B', 'C'] });
  });
});

describe('hidden rows and columns of a sheet', () => {
  const columns = '<cols><col min="2" max="2" hidden="1"/><col min="3" max="16384" hidden="true"/></cols>';
  const xml = sheet({ 1: 'Name,Note,File', 2: 'a,x,a.csv', 3: 'b,y,b.csv', 4: 'c,z,c.csv' }, { before: columns }, [3]);

  test('are reported, and left out by choice', async () => {
    const problems = [
      ['hidden-row', 3, ''],
      ['hidden-column', 1, '2'],
      ['hidden-column', 1, '3'],
    ];
    expect(await read(xml)).toEqual({
      problems,
      names: ['Name', 'Note', 'File'],
      rows: [
        [2, 'a,x,a.csv'],
        [3, 'b,y,b.csv'],
        [4, 'c,z,c.csv'],
      ],
    });
    expect(await read(xml, { skipHidden: true })).toEqual({
      problems,
      names: ['Name'],
      rows: [
        [2, 'a'],
        [4, 'c'],
      ],
    });
  });
});

test('cells beyond the header of a sheet are columns without a name, and cost no row', async () => {
  const xml = sheet({ 1: 'A,B', 2: 'a,b', 3: 'c,d,checked', 4: 'e,f', 5: ',,,,,a remark' });
  expect(await read(xml)).toEqual({
    problems: [],
    names: ['A', 'B', '', '', '', ''],
    rows: [
      [2, 'a,b,,,,'],
      [3, 'c,d,checked,,,'],
      [4, 'e,f,,,,'],
      [5, ',,,,,a remark'],
    ],
  });
  const far = Object.fromEntries(Array.from({ length: 9000 }, (_row, at) => [at + 3, `${at},x`]));
  const late = await read(sheet({ 1: 'A,B', 2: 'a,b', ...far, 9003: 'a,b,late' }));
  expect(late.names).toEqual(['A', 'B', '']);
  expect([late.rows[0], late.rows.at(-1)]).toEqual([
    [2, 'a,b,'],
    [9003, 'a,b,late'],
  ]);
});

test('pictures over the cells of a sheet are reported', async () => {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationships><Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/></Relationships>`;
  const anchor = (row: number): string =>
    `<d:twoCellAnchor><d:from><d:col>1</d:col><d:row>${row - 1}</d:row></d:from><d:to><d:col>2</d:col><d:row>${row}</d:row></d:to><d:pic/></d:twoCellAnchor>`;
  const parts: Record<string, string> = {
    '_rels/.rels': relation('b', 'officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets><sheet name="Rows" r:id="s"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('s', 'worksheet', 'worksheets/s.xml'),
    'xl/worksheets/s.xml': sheet({ 1: 'A,B', 2: 'a,', 3: 'b,' }),
    'xl/worksheets/_rels/s.xml.rels': relation('d', 'drawing', '../drawings/d.xml'),
    'xl/drawings/d.xml': `<d:wsDr xmlns:d="drawing">${anchor(1)}${anchor(3)}</d:wsDr>`,
  };
  const file = packedOf(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, { runs: [xml] }])));
  const { problems } = await new ImportSession().open({ file, choice: {} }, options);
  expect(problems).toEqual({ counts: { drawing: 1 }, first: [{ kind: 'drawing', line: 3, detail: '' }] });
});
