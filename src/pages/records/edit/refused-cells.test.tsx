import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import type { Refusal } from '../../../grid/edit/range-edits';
import { en } from '../../../texts/en';
import { zh } from '../../../texts/zh';
import { RefusedStrip } from './refused-cells';

const refused: Refusal = { row: 2, rows: 1, record: null, column: null, text: 'many', reason: 'not-a-number' };

test.each([
  ['en', en, 'This is not a number. 1 other cell was not changed either.'],
  ['zh-CN', zh as typeof en, '另有 1 个单元格未修改。'],
] as const)('in %s what else was refused is a sentence', (locale, messages, sentence) => {
  const html = renderToStaticMarkup(
    <IntlProvider locale={locale} timeZone="UTC" messages={messages}>
      <RefusedStrip refused={[refused, { ...refused, row: 3 }]} onShow={null} onClose={() => {}} />
    </IntlProvider>,
  );
  expect(html).toContain(sentence);
});
