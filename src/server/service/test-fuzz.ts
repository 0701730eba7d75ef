import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type FieldKind,
  filterOperators,
  kindOfFieldType,
  kindOfSystemField,
  operatorsFor,
} from '../../contract/field-kinds';
import type { Json, JsonObject } from '../../contract/json';
import { operations } from '../../contract/operations';
import { systemFields } from '../../contract/records';
import type { Database } from '../database/database';
import { ids } from './catalogue/catalogue';
import { seedTables } from './seed/data-sets';
import { type OpenService, withService } from './test-service';

interface Field {
  id: string;
  kind: FieldKind;
}

/** Tables that have fields of every kind between them. */
const tables = seedTables
  .filter(({ number }) => [2, 4, 5, 6, 7, 11, 14].includes(number))
  .map(({ number, fields }) => ({
    number,
    fields: fields.map(({ type }, index): Field => {
      return { id: ids.field(number, index + 1), kind: kindOfFieldType(type) ?? 'json' };
    }),
  }));
const systemOnes = systemFields.map((id): Field => ({ id, kind: kindOfSystemField(id) }));

const scalar = fc.oneof(
  fc.constantFrom<Json>(
    '2300060000000001',
    '1700000000000004',
    '1',
    '2012-01-01',
    'today',
    'last_week',
    'myself',
    '',
    '%',
    "'",
    '\\',
    '{',
    null,
    true,
    false,
    0,
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
);
const operand: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 4 }) },
  fc.dictionary(fc.constantFrom('id', 'a'), scalar, { maxKeys: 2 }),
) as fc.Arbitrary<Json>;
/** Mostly with operators that the field has: any other is refused before anything else is looked at. */
function queryOf({ id, kind }: Field): fc.Arbitrary<JsonObject> {
  const known = fc.dictionary(fc.constantFrom('eq', ...operatorsFor(kind, id)), operand, { maxKeys: 2 });
  const any = fc.dictionary(fc.constantFrom(...filterOperators, 'like', 'constructor'), operand, { maxKeys: 3 });
  const query = fc.oneof({ weight: 15, arbitrary: known }, any);
  return fc.oneof(
    { weight: 3, arbitrary: query },
    fc.record({ or: fc.array(query, { maxLength: 3 }) }),
  ) as fc.Arbitrary<JsonObject>;
}

function filterOf(fields: readonly Field[]): fc.Arbitrary<JsonObject> {
  const condition = fc
    .oneof({ weight: 4, arbitrary: fc.constantFrom(...fields) }, fc.constantFrom(...systemOnes))
    .chain((field) => fc.record({ field: fc.constant(field.id), query: queryOf(field) }));
  const { group } = fc.letrec<{ group: JsonObject; entry: JsonObject }>((tie) => ({
    group: fc.oneof(
      fc.record({ and: fc.array(tie('entry'), { maxLength: 3 }) }),
      fc.record({ or: fc.array(tie('entry'), { maxLength: 3 }) }),
    ),
    entry: fc.oneof({ maxDepth: 3 }, condition as fc.Arbitrary<JsonObject>, tie('group')),
  }));
  return group;
}

/** Tests that ask a service anything. @param lists of so many lists of records, and so many updates */
export function describeFuzz({ lists, updates }: { lists: number; updates: number }): void {
  let database: Database;
  let faults: unknown[];
  let ask: OpenService['ask'];
  withService('small', 120_000, (opened) => {
    ({ database, faults, ask } = opened);
  });

  it('answers any filter and order with records or with the parameter that is wrong, never with a fault', async () => {
    const requests = fc.constantFrom(...tables).chain(({ number, fields }) =>
      fc.record({
        table_id: fc.constant(ids.table(number)),
        filter: filterOf(fields),
        order: fc.option(
          fc.record({
            field_id: fc.constantFrom(...systemOnes, ...fields).map(({ id }) => id),
            type: fc.constantFrom('asc', 'desc'),
          }),
        ),
      }),
    );
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(requests, async (body) => {
        const { code } = await ask(operations.listRecords, body as Json);
        expect([0, 502]).toContain(code);
        answered += code === 0 ? 1 : 0;
      }),
      { numRuns: lists },
    );
    expect(answered).toBeGreaterThan(lists / 5);
    expect(faults).toEqual([]);
  });

  it('applies or refuses any items, and deletes of any ids, each by itself, never with a fault', async () => {
    const editable = tables.filter(({ number }) => [2, 4, 5, 6].includes(number));
    const requests = fc.constantFrom(...editable).chain(({ number, fields }) => {
      const field = fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...fields.map(({ id }) => id)) },
        fc.constantFrom<string>(...systemFields, '2200000099990001'),
      );
      const item = fc.record({
        item_id: fc.oneof(
          fc.constant(null),
          fc.integer({ min: 1, max: 60 }).map((row) => ids.item(number, row)),
        ),
        fields: fc.dictionary(field, operand, { maxKeys: 5 }),
      });
      return fc.record({
        table_id: fc.constant(ids.table(number)),
        update_type: fc.constantFrom('update', 'upsert'),
        update_by_fields: fc.array(field, { maxLength: 2 }),
        items: fc.array(item, { minLength: 1, maxLength: 6 }),
      });
    });
    const deletes = fc.record({
      table_id: fc.constantFrom(...editable.map(({ number }) => ids.table(number))),
      item_ids: fc.oneof(
        fc.array(
          fc
            .tuple(fc.constantFrom(...editable), fc.integer({ min: 1, max: 400 }))
            .map(([{ number }, row]) => ids.item(number, row)),
          { maxLength: 6 },
        ),
        operand,
      ),
    });
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(requests, fc.option(deletes), async (body, gone) => {
        for (const [operation, sent] of [
          [operations.updateRecords, body],
          [operations.deleteRecords, gone],
        ] as const) {
          if (sent === null) continue;
          const { code } = await ask(operation, sent as Json);
          expect([0, 502]).toContain(code);
          accepted += code === 0 ? 1 : 0;
        }
      }),
      { numRuns: updates },
    );
    const applied = async () =>
      (
        await database.query<{ count: number }>(
          `select count(*)::int as count from update_batch where state = 'applied' and attempts = 0`,
        )
      )[0]?.count;
    await expect.poll(applied, { timeout: 30_000 }).toBe(accepted);
    expect(faults).toEqual([]);
  });
}
