import { expect, test } from 'vitest';
import { isNewRecord } from '../../edits/new-record-id';
import type { JobLine } from '../../jobs/job-lines';
import { editsOf } from './use-open-drafts';

const line: JobLine = {
  line: 3,
  call: 1,
  item_id: '2300000000000001',
  creates: false,
  title: 'One',
  sent: { name: 'new' },
  before: { name: 'old' },
  result: { outcome: 'refused', reason: 'event' },
  trace_id: null,
};

test('a row comes back over what was last read of it', () => {
  expect(editsOf(line, 0)).toMatchObject([{ field_id: 'name', before: 'old', after: 'new' }]);
  const differs = { ...line, result: { ...line.result, now: { name: 'theirs' } } };
  expect(editsOf(differs, 0)).toMatchObject([{ before: 'theirs', after: 'new' }]);
});

test('a record that was to be created comes back as a new one, each under a name of its own', () => {
  const made = { ...line, item_id: null, creates: true, before: null, sent: { name: 'a', item_id: 'x' } };
  const [edit, other] = editsOf(made, 5);
  expect(edit).toMatchObject({ field_id: 'name', before: undefined, after: 'a' });
  expect(other).toBeUndefined();
  expect(isNewRecord(edit?.record.item_id ?? '')).toBe(true);
  expect(editsOf({ ...made, line: 4 }, 5)[0]?.record.item_id).not.toBe(edit?.record.item_id);
});
