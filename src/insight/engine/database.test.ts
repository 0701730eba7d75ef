import { beforeAll, describe, expect, test } from 'vitest';
import { NotReadOnlyError, QueryError } from './answer';
import { type TestEngine, testEngine } from './test-engine';

let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});

describe('an answer', () => {
  test('holds every type exactly', async () => {
    const { columns, rows } = await engine.run(`
      SELECT 1::TINYINT a, 9223372036854775807 b, 18446744073709551615::UBIGINT c,
        170141183460469231731687303715884105727::HUGEINT d, 12.50::DECIMAL(38, 2) e, 0.1::DOUBLE f, 'é' g, true h, false i,
        DATE '2026-03-14' j, TIMESTAMP '2026-03-14 09:26:53.5' k, ['a', NULL] l, [1, 2] m, {'x': 1} n, NULL o, [[1]] p;
    `);
    expect(columns.map(({ type }) => type).join(' ')).toBe(
      'integer integer integer integer decimal double text boolean boolean date time list list other integer list',
    );
    expect(rows).toEqual([
      [
        1n,
        2n ** 63n - 1n,
        2n ** 64n - 1n,
        2n ** 127n - 1n,
        '12.50',
        0.1,
        'é',
        true,
        false,
        '2026-03-14',
        '2026-03-14 09:26:53.5',
        ['a', null],
        ['1', '2'],
        "{'x': 1}",
        null,
        ['[1]'],
      ],
    ]);
  });

  test('keeps the order, and is cut where it is too long', async () => {
    const { rows, isCut } = await engine.run('SELECT range FROM range(100000) ORDER BY range DESC', { most: 3 });
    expect(rows).toEqual([[99999n], [99998n], [99997n]]);
    expect(isCut).toBe(true);
    expect((await engine.run('FROM range(3)', { most: 3 })).isCut).toBe(false);
    expect((await engine.run('FROM range(25000)', { most: 30_000 })).rows.map(([n]) => n)).toEqual(
      Array.from({ length: 25_000 }, (_, index) => BigInt(index)),
    );
  });

  test.each([
    'WITH a AS (SELECT 1 AS x) SELECT * FROM a -- all',
    'VALUES (1)',
    'SUMMARIZE SELECT 1 AS x',
    'DESCRIBE SELECT 1 AS x',
    'SELECT 1 AS a, 2 AS a',
  ])('comes of %s', async (sql) => {
    expect((await engine.run(sql)).rows.length).toBe(1);
  });
});

describe('a statement', () => {
  test.each([
    'CREATE TABLE x (a INT)',
    'SET threads = 2',
    'PRAGMA database_list',
    "COPY (SELECT 1) TO 'x.csv'",
    "ATTACH 'x.db'",
    'INSTALL json',
    'EXPLAIN ANALYZE SELECT 1',
    'CHECKPOINT',
    'USE memory',
  ])('that is no query is refused: %s', async (sql) => {
    await expect(engine.run(sql)).rejects.toBeInstanceOf(QueryError);
  });

  test('that leaves the query it is put into is refused', async () => {
    engine.database.execute(['CREATE TABLE kept AS SELECT 1 AS a']);
    for (const sql of ['SELECT 1) t; DROP TABLE kept; SELECT (1', 'SELECT 1; DROP TABLE kept', 'DROP TABLE kept']) {
      await expect(engine.run(sql)).rejects.toBeInstanceOf(QueryError);
    }
    await expect(engine.run('DROP TABLE kept')).rejects.toBeInstanceOf(NotReadOnlyError);
    expect((await engine.run('FROM kept')).rows).toEqual([[1n]]);
  });

  test('reads nothing from outside', async () => {
    for (const sql of ["FROM read_csv('/etc/hostname')", "FROM 'https://example.org/a.parquet'"]) {
      await expect(engine.run(sql)).rejects.toBeInstanceOf(QueryError);
    }
    expect(() => engine.database.execute(['SET enable_external_access = true'])).toThrow(QueryError);
  });

  test.each([
    ['SELECT x frm y', 13],
    ['SELECT\n  1,\n  nope\nFROM range(2)', 14],
    [`SELECT ${'1 + '.repeat(60)} nope + ${'1 + '.repeat(60)} 1`, 248],
  ])('that fails has its place: %j', async (sql, at) => {
    const error = await engine.run(sql).catch((fault: unknown) => fault);
    expect(error).toMatchObject({ name: 'QueryError', at });
    expect((error as QueryError).message).not.toContain('LINE');
  });

  test('that fails while it runs says why', async () => {
    await expect(engine.run("SELECT CAST('x' || range AS INT) FROM range(3)")).rejects.toThrow(/Could not convert/);
  });

  test('can be cancelled', async () => {
    const control = new AbortController();
    const running = engine.run(
      'SELECT count(DISTINCT a.range * b.range), median(a.range) FROM range(20000) a, range(3000) b',
      {
        signal: control.signal,
      },
    );
    setTimeout(() => control.abort(new DOMException('Stop', 'AbortError')), 50);
    await expect(running).rejects.toThrow('Stop');
    expect((await engine.run('SELECT 1')).rows).toEqual([[1n]]);
  });
});
