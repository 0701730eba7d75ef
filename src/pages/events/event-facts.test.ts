import { describe, expect, test } from 'vitest';
import type { ReceivedEvent } from '../../contract/inbox';
import { doneBy, factsOf } from './event-facts';

const event = (body: string, encoding: ReceivedEvent['encoding'] = 'text'): ReceivedEvent => ({
  id: 1,
  receivedAt: '2026-11-20T18:00:00.000Z',
  contentType: 'application/json',
  headers: {},
  body,
  encoding,
});

describe('what is known of an event', () => {
  test('the result of a batch update, with its trace id, table and records', () => {
    const facts = factsOf(
      event(
        '{"event":"dw_item.batch_update","trace_id":"t-1","table_id":"21","space_id":"40","success":[{"index":0,"item_id":"23"}],"fail":[{"index":1,"item_id":null,"reason":"several"}]}',
      ),
    );
    expect(facts).toMatchObject({
      form: 'json',
      kind: { word: 'dw_item.batch_update', key: 'event' },
      traceIds: ['t-1'],
      tableId: '21',
      spaceId: '40',
      recordIds: ['23'],
    });
    expect(facts.batch?.fail).toHaveLength(1);
    expect(facts.batch && doneBy(facts.batch)).toBe('written');
  });

  test('the result of a batch delete', () => {
    const { kind, batch, recordIds } = factsOf(
      event(
        '{"event":"dw_item.batch_delete","trace_id":"t-2","table_id":"21","success":[{"index":0,"item_id":"23","action":"deleted"}],"fail":[]}',
      ),
    );
    expect([kind?.word, recordIds, batch && doneBy(batch)]).toEqual(['dw_item.batch_delete', ['23'], 'deleted']);
  });

  test('the type of an unknown payload, read from it', () => {
    expect(factsOf(event('{"header":{"event_type":"item.updated"},"body":{}}')).kind).toEqual({
      word: 'item.updated',
      key: 'header.event_type',
    });
    expect(factsOf(event('{"type":7,"event":{"type":"x"}}')).kind).toEqual({ word: 'x', key: 'event.type' });
    expect(factsOf(event('{"hello":"world"}')).kind).toBeNull();
    expect(factsOf(event('[1,2]')).kind).toBeNull();
  });

  test('IDs at any depth, long integers exact', () => {
    const facts = factsOf(
      event('{"data":{"table_id":9007199254740993,"rows":[{"item_id":"1"},{"item_ids":[2,"3",null]}]}}'),
    );
    expect(facts).toMatchObject({ tableId: '9007199254740993', recordIds: ['1', '2', '3'] });
  });

  test('no table where there are two', () => {
    expect(factsOf(event('[{"table_id":"1"},{"table_id":"2"}]')).tableId).toBeNull();
  });

  test('an encrypted body is recognized, and not searched', () => {
    expect(factsOf(event('{"encrypted":"aGVsbG8="}'))).toMatchObject({ form: 'encrypted', kind: null, traceIds: [] });
  });

  test('text and bytes stay unchanged', () => {
    expect(factsOf(event('hello'))).toMatchObject({ form: 'text', json: undefined });
    expect(factsOf(event('')).form).toBe('text');
    expect(factsOf(event('/+8=', 'base64')).form).toBe('binary');
  });
});
