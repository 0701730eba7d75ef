import { expect, test } from 'vitest';
import { noCounts } from '../../../jobs/table/job-state';
import { retriedOf, rowsShown, shownInPlace } from './rows-card';

const counts = { ...noCounts(), verified: 10, refused: 2, 'not-sent': 3 };

test('unsent and refused rows of an ended job can be reopened, all or one by one', () => {
  expect([...retriedOf('all', { open: 0, counts }, [])]).toEqual(['refused', 'not-sent']);
  expect([...retriedOf('trouble', { open: 0, counts }, [])]).toEqual(['refused']);
  expect([...retriedOf('not-sent', { open: 0, counts }, [])]).toEqual(['not-sent']);
});

test('rows that can only be fixed in their file are not offered to be fixed here', () => {
  const invalid = (whys: object[]) => retriedOf('trouble', { open: 0, counts: { ...noCounts(), invalid: 2 } }, whys);
  expect(invalid([{ whys: { line: 1 } }, { whys: { id: 1 } }]).size).toBe(0);
  expect([...invalid([{ whys: { line: 1, misfit: 1 } }])]).toEqual(['invalid']);
});

test('rows skipped by choice do not keep invalid ones from being fixed here', () => {
  const skipped = { ...noCounts(), invalid: 1, skipped: 2 };
  const whys = [{ whys: { misfit: 1, create: 2 } }];
  expect([...retriedOf('all', { open: 0, counts: skipped }, whys)]).toEqual(['invalid']);
  expect([...retriedOf('all', { open: 0, counts: { ...skipped, invalid: 0 } }, [{ whys: { create: 2 } }])]).toEqual([]);
});

test('written rows, and rows of a running job, are not reopened', () => {
  expect(retriedOf('verified', { open: 0, counts }, []).size).toBe(0);
  expect(retriedOf('all', { open: 0, counts: { ...noCounts(), verified: 10 } }, []).size).toBe(0);
  expect(retriedOf('all', { open: 1, counts }, []).size).toBe(0);
});

test('a tab keeps its place while its page is open; otherwise “Needs attention” comes first', () => {
  const counts = { ...noCounts(), sending: 2, 'not-sent': 1 };
  const first = shownInPlace({ counts }, []);
  expect(first).toEqual(['all', 'sending', 'not-sent']);
  const later = { counts: { ...noCounts(), verified: 2, refused: 1 } };
  expect(shownInPlace(later, first)).toEqual([...first, 'trouble', 'verified', 'refused']);
  expect(shownInPlace(later, [])).toEqual(['trouble', 'all', 'verified', 'refused']);
  const rows = { ...later, total: 3 };
  expect((['trouble', 'all', 'verified', 'sending'] as const).map((shown) => rowsShown(shown, rows))).toEqual([
    1, 3, 2, 0,
  ]);
});

test('rows that were to be deleted cannot be fixed', () => {
  const counts = { ...noCounts(), refused: 2, 'not-sent': 1 };
  expect(retriedOf('all', { open: 0, counts, update_type: 'delete' }, []).size).toBe(0);
});
