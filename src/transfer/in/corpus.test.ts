import { describe, expect, test } from 'vitest';
import { NotRowsError } from './json-array';
import { openSource, type SourceChoice, SourceError } from './open-source';
import { addProblems, noProblems, type ProblemKind } from './problems';
import { RowFile } from './row-file';
import { lineOf, type SourceCell } from './rows';

const gb = (text: string): Uint8Array<ArrayBuffer> => {
  // A browser encodes UTF-8 only; these are the characters the corpus needs.
  const known: Record<string, number[]> = {
    中: [0xd6, 0xd0],
    文: [0xce, 0xc4],
    名: [0xc3, 0xfb],
    称: [0xb3, 0xc6],
    𠀀: [0x95, 0x32, 0x82, 0x36],
  };
  return new Uint8Array([...text].flatMap((char) => known[char] ?? [char.charCodeAt(0)]));
};
const utf16 = (text: string, big: boolean, mark: boolean): Uint8Array<ArrayBuffer> => {
  const units = [...(mark ? `\ufeff${text}` : text)].flatMap((char) =>
    [...Array(char.length).keys()].map((at) => char.charCodeAt(at)),
  );
  return new Uint8Array(units.flatMap((unit) => (big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])));
};

interface ReadAll {
  names: string[];
  rows: SourceCell[][];
  lines: number[];
  problems: [ProblemKind, number][];
  broken: number[];
  format: string;
  encoding: string;
}

async function readAll(bytes: BlobPart, choice: SourceChoice = {}, size?: number): Promise<ReadAll> {
  const opened = await openSource(new Blob([bytes]), choice);
  const file = await RowFile.open(opened.lines, choice.headerLine, size);
  const all: ReadAll = {
    names: [],
    rows: [],
    lines: [],
    problems: [],
    broken: [],
    format: opened.format,
    encoding: opened.lines.encoding,
  };
  const list = noProblems();
  for await (const { block } of file.blocks()) {
    for (const [index, row] of block.rows.entries()) {
      all.rows.push(row);
      all.lines.push(lineOf(block, index));
      if (block.broken.has(index)) all.broken.push(lineOf(block, index));
    }
    addProblems(list, block.problems);
  }
  all.problems = list.first.map(({ kind, line }) => [kind, line]);
  all.names = file.columns.map(({ name }) => name);
  // What is asked for later is what was seen at first.
  const again = await file.rows(0, file.total);
  if (all.format !== 'csv') all.rows = again.map(({ cells }) => cells);
  expect(again.map(({ cells }) => cells)).toEqual(all.rows);
  expect(again.map(({ line }) => line)).toEqual(all.lines);
  return all;
}

describe('ugly files', () => {
  const cases: [string, BlobPart, Partial<ReadAll>, SourceChoice?][] = [
    [
      'plain',
      'a,b\n1,2\n3,4\n',
      {
        names: ['a', 'b'],
        rows: [
          ['1', '2'],
          ['3', '4'],
        ],
        lines: [2, 3],
        problems: [],
      },
    ],
    ['no line end at the end', 'a,b\n1,2', { rows: [['1', '2']], lines: [2], problems: [] }],
    [
      'text stays text',
      'id,n,d,t\n007,1e5,2026-01-02,TRUE\n12345678901234567890,-0,1/2/3, x \n',
      {
        rows: [
          ['007', '1e5', '2026-01-02', 'TRUE'],
          ['12345678901234567890', '-0', '1/2/3', ' x '],
        ],
      },
    ],
    [
      'CRLF',
      'a,b\r\n1,2\r\n3,4\r\n',
      {
        rows: [
          ['1', '2'],
          ['3', '4'],
        ],
        lines: [2, 3],
        problems: [],
      },
    ],
    [
      'CR alone',
      'a,b\r1,2\r3,4\r',
      {
        rows: [
          ['1', '2'],
          ['3', '4'],
        ],
        lines: [2, 3],
        problems: [],
      },
    ],
    [
      'mixed line ends',
      'a,b\r\n1,2\n3,4\r5,6\n',
      {
        rows: [
          ['1', '2'],
          ['3', '4'],
          ['5', '6'],
        ],
        lines: [2, 3, 4],
        problems: [['mixed-line-ends', 3]],
      },
    ],
    ['semicolons', 'a;b;c\n1,5;2;3\n', { names: ['a', 'b', 'c'], rows: [['1,5', '2', '3']] }],
    ['tabs', 'a\tb\n1,2\t"x\ty"\n', { rows: [['1,2', 'x\ty']] }],
    ["a delimiter of one's own", 'a~b\n1~2\n', { rows: [['1', '2']] }, { delimiter: '~' }],
    ['quotes', 'a,b\n"x, y","say ""hi"""\n', { rows: [['x, y', 'say "hi"']], problems: [] }],
    [
      'line ends in quotes',
      'a,b\n"x\ny",1\nz,2\n',
      {
        rows: [
          ['x\ny', '1'],
          ['z', '2'],
        ],
        lines: [2, 4],
        problems: [],
      },
    ],
    [
      'a quote never closed',
      'a,b\n"x,1\ny,2\nz,3\n',
      {
        rows: [
          ['"x', '1'],
          ['y', '2'],
          ['z', '3'],
        ],
        lines: [2, 3, 4],
        broken: [2],
        problems: [['quote-open', 2]],
      },
    ],
    [
      'a quote never closed before a good one',
      'a,b\n"x,1\ny,"2"\nz,3\n',
      {
        rows: [
          ['"x', '1'],
          ['y', '2'],
          ['z', '3'],
        ],
        broken: [2],
        problems: [['quote-open', 2]],
      },
    ],
    [
      'text behind a quote',
      'a,b\n"x"y,1\nz,2\n',
      {
        rows: [
          ['"x"y', '1'],
          ['z', '2'],
        ],
        broken: [2],
        problems: [['quote-junk', 2]],
      },
    ],
    ['a quote inside a cell', 'a,b\n5" pipe,1\n', { rows: [['5" pipe', '1']], problems: [], broken: [] }],
    [
      'a short row',
      'a,b,c\n1,2\n4,5,6\n',
      {
        rows: [
          ['1', '2', ''],
          ['4', '5', '6'],
        ],
        problems: [['short-row', 2]],
        broken: [],
      },
    ],
    [
      'a long row',
      'a,b\n1,2,3\n4,5\n',
      {
        rows: [
          ['1', '2'],
          ['4', '5'],
        ],
        problems: [['long-row', 2]],
        broken: [2],
      },
    ],
    ['a long row with nothing in it', 'a,b\n1,2,\n', { rows: [['1', '2']], problems: [['long-row', 2]], broken: [] }],
    [
      'a long row in quotes',
      'a,b\n"1","2",3\n"4","5,6"\n',
      {
        rows: [
          ['1', '2'],
          ['4', '5,6'],
        ],
        broken: [2],
      },
    ],
    [
      'blank lines',
      'a,b\n\n1,2\n\n3,4\n\n',
      {
        rows: [
          ['1', '2'],
          ['3', '4'],
        ],
        lines: [3, 5],
        problems: [
          ['blank-line', 2],
          ['blank-line', 4],
          ['blank-line', 6],
        ],
      },
    ],
    ['empty and double headers', 'a,,a\n1,2,3\n', { names: ['a', '', 'a'], rows: [['1', '2', '3']] }],
    [
      'a title above the header',
      'Report of May\n\nid,name,n\n1,x,2\n',
      { names: ['id', 'name', 'n'], lines: [4], rows: [['1', 'x', '2']] },
    ],
    [
      'no header',
      '1,2\n3,4\n',
      {
        names: ['', ''],
        rows: [
          ['1', '2'],
          ['3', '4'],
        ],
        lines: [1, 2],
      },
      { headerLine: 0 },
    ],
    ['only a header', 'a,b\n', { names: ['a', 'b'], rows: [] }],
    [
      'NUL',
      'a,b\nx\0y,1\nz,2\n',
      {
        problems: [['nul', 2]],
        broken: [2],
        rows: [
          ['x\0y', '1'],
          ['z', '2'],
        ],
      },
    ],
    ['one column', 'a\n1\n\n3\n', { rows: [['1'], ['3']], lines: [2, 4], problems: [['blank-line', 3]] }],
    ['UTF-8 with a mark', '\ufeffa,b\n中,2\n', { names: ['a', 'b'], rows: [['中', '2']], encoding: 'utf-8' }],
    [
      'UTF-16 LE with a mark',
      utf16('a,b\n中,2\n', false, true),
      { names: ['a', 'b'], rows: [['中', '2']], encoding: 'utf-16le' },
    ],
    [
      'UTF-16 BE with a mark',
      utf16('a,b\n中,2\n', true, true),
      { names: ['a', 'b'], rows: [['中', '2']], encoding: 'utf-16be' },
    ],
    [
      'UTF-16 without a mark',
      utf16('name,number\nabc,2\n', false, false),
      { rows: [['abc', '2']], encoding: 'utf-16le' },
    ],
    [
      'GB18030',
      gb('名称,b\n中文,2\n𠀀,3\n'),
      {
        names: ['名称', 'b'],
        rows: [
          ['中文', '2'],
          ['𠀀', '3'],
        ],
        encoding: 'gb18030',
      },
    ],
    [
      'Latin letters',
      new Uint8Array([0x61, 0x2c, 0x62, 10, 0x63, 0xe9, 0x2c, 0x32, 10]),
      { rows: [['cé', '2']], encoding: 'windows-1252' },
    ],
    [
      'a bad byte among UTF-8',
      new Uint8Array([
        ...new TextEncoder().encode(`a,b\n${'中文'.repeat(20)},1\nx`),
        0xff,
        ...new TextEncoder().encode(',2\ny,3\n'),
      ]),
      {
        encoding: 'utf-8',
        problems: [['bad-bytes', 3]],
        broken: [3],
      },
    ],
    ['a replacement character by right', 'a,b\n\ufffd,1\n', { problems: [], broken: [] }],
    [
      'JSON lines',
      '{"a":1,"b":"x"}\n{"b":"007","c":[1]}\n',
      {
        format: 'json-lines',
        names: ['a', 'b', 'c'],
        rows: [
          [1, 'x', ''],
          ['', '007', [1]],
        ],
        lines: [1, 2],
      },
    ],
    [
      'bad JSON lines',
      '{"a":1}\n{"a":\n7\n{"a":3}\n',
      {
        rows: [[1], [''], [''], [3]],
        broken: [2, 3],
        problems: [
          ['bad-json', 2],
          ['not-a-row', 3],
        ],
      },
    ],
    [
      'a JSON array',
      '[\n {"a": 1,\n  "b": "x\\n"},\n {"a": 12345678901234567890}\n]\n',
      {
        format: 'json',
        names: ['a', 'b'],
        rows: [
          [1, 'x\n'],
          [12345678901234567890n, ''],
        ],
        lines: [2, 4],
      },
    ],
    [
      'an answer of the API',
      '{"code":0,"data":{"items":[{"item_id":"5","title":"t","fields":[{"f1":"x"},{"f2":null}]}]}}',
      {
        format: 'json',
        names: ['item_id', 'title', 'f1', 'f2'],
        rows: [['5', 't', 'x', '']],
      },
    ],
    [
      'records with fields',
      '[{"item_id":"5","fields":[{"f1":"x"},{"f2":2}]}]',
      { names: ['item_id', 'f1', 'f2'], rows: [['5', 'x', 2]] },
    ],
    ['an array of arrays', '[["a","b"],\n["1",2]]', { names: ['a', 'b'], rows: [['1', 2]], lines: [2] }],
  ];
  test.each(cases)('%s', async (_name, bytes, expected, choice) => {
    expect(await readAll(bytes, choice)).toMatchObject(expected);
  });

  test.each(cases)('%s, read a few bytes at a time', async (_name, bytes, expected, choice) => {
    expect(await readAll(bytes, choice, 8)).toMatchObject(expected);
  });

  test.each<[string, BlobPart, string]>([
    ['nothing', '', 'empty'],
    ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'old-excel'],
    ['a packed file', new Uint8Array([0x1f, 0x8b, 8]), 'packed'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47]), 'not-rows'],
    ['a broken workbook', new Uint8Array([0x50, 0x4b, 3, 4, 9, 9, 9]), 'bad-workbook'],
  ])('%s is refused', async (_name, bytes, reason) => {
    await expect(openSource(new Blob([bytes]), {})).rejects.toEqual(new SourceError(reason as 'empty'));
  });

  test('an array that is cut off says in which line', async () => {
    await expect(openSource(new Blob(['[{"a":1},\n{"a":2},\n{"a"']), {})).rejects.toMatchObject({
      reason: 'cut-off',
      line: 3,
    });
    await expect(openSource(new Blob(['{\n"a":1}']), {})).rejects.toBeInstanceOf(NotRowsError);
  });
});
