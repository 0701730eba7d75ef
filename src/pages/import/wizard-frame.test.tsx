import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { en } from '../../texts/en';
import { type MainAction, StepFoot } from './wizard-frame';

function footWith(main: MainAction): string {
  return renderToStaticMarkup(
    <IntlProvider locale="en" messages={en}>
      <StepFoot step="send" main={main} stopOf={() => null} onStep={() => {}} busy={false} />
    </IntlProvider>,
  );
}

test('while a job is made, neither going back nor sending once more can be pressed', () => {
  const main = { label: 'Send 3 rows', act: () => {} };
  const [idle, busy] = [footWith(main), footWith({ ...main, busy: true })];
  expect(idle).not.toContain('inert');
  expect(busy).toMatch(/<button[^>]*inert[^>]*>Back</);
  expect(busy).toMatch(/<button[^>]*aria-disabled="true"[^>]*aria-busy="true"/);
});
