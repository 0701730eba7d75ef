import { expect, test } from 'vitest';
import { joinSentences } from './join-sentences';

test('sentences are joined by a space, in Chinese by nothing', () => {
  expect(joinSentences('Nothing has been sent yet.', false, null, '', '2 are skipped.')).toBe(
    'Nothing has been sent yet. 2 are skipped.',
  );
  expect(joinSentences('尚未发送任何内容。', '将跳过 2 行。')).toBe('尚未发送任何内容。将跳过 2 行。');
  expect(joinSentences('以“-”结尾', '另一句。')).toBe('以“-”结尾 另一句。');
});
