import { describe } from 'vitest';
import { readsAll, type UglyFile } from './test-corpus';

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

describe('files in every encoding', () => {
  const files: UglyFile[] = [
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
  ];
  readsAll(files);
});
