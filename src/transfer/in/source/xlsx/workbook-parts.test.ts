import { describe, expect, test } from 'vitest';
import { imported } from '../../test-import';
import { isUnderstood } from '../../worker/is-understood';
import { readAll } from '../test-corpus';
import { sheetOf, workbookOf } from './test-workbook';

const texts = (...indexes: (number | string)[]): string =>
  indexes.map((index) => `<c t="s"><v>${index}</v></c>`).join('');
const strings = '<sst><si><t>Name</t></si><si><t>File</t></si><si><t>one</t></si><si><t>a.csv</t></si></sst>';
const rows = sheetOf(`<row r="1">${texts(0, 1)}</row><row r="2">${texts(2, 3)}</row>`);
const read = { names: ['Name', 'File'], rows: [['one', 'a.csv']], problems: [], broken: [] };

describe('the parts of a workbook', () => {
  test.each<[string, (name: string) => string]>([
    ['in another case', (name) => name.replace('sharedStrings', 'SharedStrings')],
    ['all in capitals', (name) => name.toUpperCase()],
    ['behind backslashes', (name) => name.replaceAll('/', '\\')],
    ['behind the root', (name) => `/${name}`],
    ['in percent notation', (name) => name.replace('worksheets', 'work%73heets')],
  ])('are found %s', async (_how, named) => {
    const file = await workbookOf({ strings, sheets: { Rows: rows }, named });
    expect(await readAll(file)).toMatchObject(read);
  });

  test.each([
    ['http://purl.oclc.org/ooxml/spreadsheetml/main', 'http://purl.oclc.org/ooxml/officeDocument/relationships'],
    [
      'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
      'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
    ],
  ])('may have the namespace %s', async (main, relations) => {
    const file = await workbookOf({ strings, sheets: { Rows: rows }, main, relations });
    expect(await readAll(file)).toMatchObject(read);
  });

  test('of extensions say nothing of what a workbook is', async () => {
    const x15 = 'xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"';
    const cell = '<x15:c t="str"><x15:v>other</x15:v></x15:c>';
    const mc = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
    const file = await workbookOf({
      from1904: true,
      extension: `<extLst><ext ${x15}><x15:workbookPr chartTrackingRefBase="1"/><x15:sheets/></ext></extLst>`,
      styles: '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      sheets: {
        Rows: sheetOf(
          `<row r="1" ${x15}><c t="str"><v>Day</v></c>${cell}<c t="str"><v>Kind</v></c></row><row r="2"><c s="1"><v>44633<x15:v ${x15}>9</x15:v></v></c><mc:AlternateContent ${mc}><mc:Choice Requires="x15"><c t="str"><v>new</v></c></mc:Choice><mc:Fallback><c t="str"><v>old</v></c></mc:Fallback></mc:AlternateContent></row>`,
        ),
      },
    });
    const { names, rows } = await readAll(file);
    expect(names).toEqual(['Day', 'Kind']);
    expect(rows).toMatchObject([[{ look: '2026-03-14' }, 'old']]);
  });

  test.each<[string, string | undefined, number | string, string]>([
    ['has no such index', strings, 4, '[4]'],
    ['is in no part', undefined, 0, '[0]'],
    ['has no number', strings, 'x', '[x]'],
  ])('a text of a cell that %s is a problem of its row', async (_how, strings, index, shown) => {
    const named = '<c t="str"><v>Name</v></c><c t="str"><v>File</v></c>';
    const good = '<row r="3"><c t="str"><v>two</v></c></row>';
    const sheets = {
      Rows: sheetOf(`<row r="1">${named}</row><row r="2"><c t="str"><v>one</v></c>${texts(index)}</row>${good}`),
    };
    const found = await readAll(await workbookOf({ strings, sheets }));
    expect(found).toMatchObject({
      problems: [['no-text', 2]],
      broken: [2],
      rows: [
        ['one', { look: shown }],
        ['two', ''],
      ],
    });
  });

  test.each<[string, string | undefined, (name: string) => string]>([
    ['is not in the list of styles', '<cellXfs><xf numFmtId="14"/></cellXfs>', (name) => name],
    ['has a format that is not defined', '<cellXfs><xf/><xf numFmtId="164"/></cellXfs>', (name) => name],
    ['is in no part', '<cellXfs><xf/><xf numFmtId="14"/></cellXfs>', (name) => name.replace('styles', 'gone')],
    ['is in no part that is named', undefined, (name) => name],
  ])('a number of a style that %s may be a day: it is a problem and no value', async (_how, inner, named) => {
    const styles = inner && `<styleSheet>${inner}</styleSheet>`;
    const head = '<row><c t="str"><v>Day</v></c></row>';
    const sheets = { Rows: sheetOf(`${head}<row><c s="1"><v>46095</v></c></row>`) };
    const { problems, broken, rows } = await readAll(await workbookOf({ styles, sheets, named }));
    expect({ problems, broken }).toEqual({ problems: [['no-format', 2]], broken: [] });
    expect(rows).toMatchObject([[{ look: '46095', problem: 'no-format' }]]);
  });

  test('a cell of the header without its text is a problem, and its column has no name', async () => {
    const sheets = { Rows: sheetOf(`<row>${texts(0, 4)}</row><row>${texts(2, 3)}</row>`) };
    const file = await workbookOf({ strings, sheets });
    expect(await readAll(file)).toMatchObject({ names: ['Name', ''], rows: [['one', 'a.csv']], broken: [] });
    const { facts } = await imported(file, { Name: 'text' });
    expect(facts.problems).toEqual({
      counts: { 'no-text': 1 },
      first: [{ kind: 'no-text', line: 1, detail: 'Name\t[4]' }],
    });
  });

  test('a sheet that is not there is named; a workbook without any is damaged', async () => {
    const gone = (name: string) => name.replace('s1.xml', 'gone.xml');
    const file = await workbookOf({ strings, sheets: { Rows: rows, More: rows }, named: gone });
    const { facts } = await imported(file, { Name: 'text' });
    expect(facts.sheets).toEqual([{ name: 'Rows', rows: 2 }]);
    expect(facts.problems.first).toEqual([{ kind: 'no-sheet', line: 1, detail: 'More' }]);
    expect(isUnderstood(facts)).toBe(false);
    const none = workbookOf({ strings, sheets: { Rows: rows }, named: (name) => name.replace('s0.xml', 'gone.xml') });
    await expect(none.then((bare) => imported(bare, {}))).rejects.toMatchObject({ reason: 'bad-workbook' });
  });
});
