import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { en } from '../../texts/en';
import type { FailedCall } from '../../ui/display/api-error-notice';
import { ConnectError } from './connect-error';

/** What is read before *Details* is opened. */
function said(error: FailedCall, hasUnsent: boolean): string {
  const html = renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={en}>
      <ConnectError error={error} hasUnsent={hasUnsent} />
    </IntlProvider>,
  );
  return html
    .replace(/<details>.*<\/details>/, '')
    .replace('<br/>', ': ')
    .replace(/<[^>]*>/g, '')
    .trim();
}

const refused: FailedCall = { kind: 'business', code: 100, message: 'api key not found', traceId: 'trace-1' };

test('a refused key is told in two lines, with unsent changes only where there are some', () => {
  const lines = 'API key refused: Wrong, expired, revoked or of another environment.';
  expect(said(refused, false)).toBe(lines);
  expect(said(refused, true)).toBe(`${lines} Your unsent changes are kept in this browser.`);
});

test('any other failure says what to do, or the rule in the words of the platform', () => {
  expect(said({ kind: 'no-answer', fault: 'broke' }, true)).toBe('No response: Check the network, then try again.');
  expect(said({ kind: 'business', code: 7, message: 'closed on Sundays' }, true)).toBe(
    'Request refused: closed on Sundays',
  );
});
