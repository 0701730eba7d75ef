import { describe, expect, test } from 'vitest';
import { noDrafts, stage } from '../../edits/drafts';
import { columnsOf } from '../columns/columns-of';
import { config, record } from '../test-table';
import { editByText } from './coerce-cell';

const city = record('1', { name: 'Vila Flor', size: 12n, segment: [{ id: '91', name: 'Flagship' }], code: '7' });
const columns = columnsOf([city], config);
const column = (id: string) => columns.find((each) => each.id === id) ?? fail(id);
function fail(id: string): never {
  throw new Error(`no column ${id}`);
}
const take = (id: string, text: string, anyKind = false, drafts = noDrafts.drafts) =>
  editByText(text, city, column(id), drafts, anyKind);

describe('a text written over a value', () => {
  test('becomes an edit of the loaded JSON type', () => {
    expect(take('size', '13')).toMatchObject({ ok: true, edit: { field_id: 'size', before: 12n, after: 13 } });
    expect(take('code', '8')).toMatchObject({ ok: true, edit: { before: '7', after: '8' } });
    expect(take('segment', 'Outlet')).toMatchObject({ ok: true, edit: { after: ['92'] } });
  });

  test('returns why it is refused', () => {
    expect(take('size', 'many')).toEqual({ ok: false, reason: 'not-a-number' });
    expect(take('segment', 'Kiosk')).toEqual({ ok: false, reason: 'unknown-name' });
    // A number may be the name of another option: ids are not typed.
    expect(take('segment', '92')).toEqual({ ok: false, reason: 'unknown-name' });
  });

  test('that was not changed leaves drafts unchanged', () => {
    for (const [id, text] of Object.entries({ name: 'Vila Flor', size: '12', segment: 'Flagship', code: '7' })) {
      const taken = take(id, text);
      expect(stage(noDrafts, taken.ok && taken.edit ? [taken.edit] : [], 1)).toBe(noDrafts);
    }
    const first = take('segment', 'Outlet');
    const { drafts } = stage(noDrafts, first.ok && first.edit ? [first.edit] : [], 1);
    expect(take('segment', 'Outlet', false, drafts)).toEqual({ ok: true, edit: null });
  });
});
