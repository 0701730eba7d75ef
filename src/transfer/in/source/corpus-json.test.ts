import { describe, expect, test } from 'vitest';
import { NotRowsError } from './json-lists';
import { openSource } from './source-formats';
import { readsAll, type UglyFile } from './test-corpus';

describe('files of JSON', () => {
  const files: UglyFile[] = [
    [
      'JSON lines',
      '{"a":1,"b":"x"}\n{"b":"007","c":[1]}\n',
      {
        format: 'json-lines',
        names: ['a', 'b', 'c'],
        rows: [
          [1, 'x', undefined],
          [undefined, '007', [1]],
        ],
        lines: [1, 2],
      },
    ],
    [
      'bad JSON lines',
      '{"a":1}\n{"a":\n7\n{"a":3}\n',
      {
        rows: [[1], [undefined], [undefined], [3]],
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
          [12345678901234567890n, undefined],
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
  readsAll(files);

  test('a cut-off array reports its line', async () => {
    await expect(openSource(new Blob(['[{"a":1},\n{"a":2},\n{"a"']), {})).rejects.toMatchObject({
      reason: 'cut-off',
      line: 3,
    });
    await expect(openSource(new Blob(['{\n"a":1']), {})).rejects.toBeInstanceOf(NotRowsError);
  });
});
