import { describe } from 'vitest';
import { readsAll, type UglyFile } from './test-corpus';

describe('malformed separated text', () => {
  const files: UglyFile[] = [
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
    [
      'a header that ends with CR before lines that end with LF',
      'a,b\r1,2\n3,4\n',
      {
        names: ['a', 'b'],
        rows: [
          ['1', '2'],
          ['3', '4'],
        ],
        lines: [2, 3],
        problems: [['mixed-line-ends', 1]],
        broken: [],
      },
    ],
    [
      'CR, then CRLF',
      'a,b\r1,2\r\n3,4\r\n',
      {
        rows: [
          ['1', '2'],
          ['3', '4'],
        ],
        lines: [2, 3],
        problems: [['mixed-line-ends', 1]],
      },
    ],
    [
      'a header that ends with LF before lines that end with CR',
      'a,b\n1,2\r3,4\r',
      {
        rows: [
          ['1', '2'],
          ['3', '4'],
        ],
        lines: [2, 3],
        problems: [
          ['mixed-line-ends', 2],
          ['mixed-line-ends', 3],
        ],
        broken: [],
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
    ['empty and duplicate headers', 'a,,a\n1,2,3\n', { names: ['a', '', 'a'], rows: [['1', '2', '3']] }],
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
    ['one column', 'a\n1\n\n3\n', { rows: [['1'], ['3']], lines: [2, 4], problems: [['blank-line', 3]] }],
  ];
  readsAll(files);
});
