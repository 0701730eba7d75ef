import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { columnsOf } from '../../../grid/columns/columns-of';
import { config } from '../../../grid/test-table';
import { en } from '../../../texts/en';
import { SetValueField } from './set-value-field';

test('an empty date shows its format, not a date that looks like a value', () => {
  const day = { field_id: 'day', name: 'Day', field_type: 'date', required: false, config: {} };
  const column = columnsOf([], { ...config, fields: [day] }).find(({ id }) => id === 'day');
  if (!column) throw new Error('The table has a date.');
  const html = renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={en}>
      <SetValueField column={column} text="" onText={() => {}} />
    </IntlProvider>,
  );
  expect(html).toMatch(/placeholder="\D+"/);
});
