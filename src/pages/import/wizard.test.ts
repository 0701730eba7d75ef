import { expect, test } from 'vitest';
import { skipReasons } from '../../jobs/check/check-counts';
import { en } from '../../texts/en';
import { modeOfKey, proposedKey, startsByItself, stepThatFixes } from './wizard';

test('a check starts automatically if it takes at most twelve requests', () => {
  const [byId, byKey] = [modeOfKey(['item_id']), modeOfKey(['name'])];
  expect([1, 1100, 1101].map((rows) => startsByItself(rows, byId))).toEqual([true, true, false]);
  expect([1, 1089, 1090].map((rows) => startsByItself(rows, byKey))).toEqual([true, true, false]);
});

test('the preselected key skips no new row, and is not unique by chance', () => {
  const finding = { place: 0, rows: 40, byId: 0, measures: 0, fractions: false, empty: 0, duplicates: 0, similar: 0 };
  const none = { unfit: 0, emptyLines: [], duplicateExamples: [], similarExamples: [] };
  const id = { ...finding, ...none, fields: ['item_id'], empty: 1 };
  const name = { ...finding, ...none, fields: ['name'], byId: 39, place: 1 };
  const width = { ...name, fields: ['width'], measures: 1, fractions: true, place: 0 };
  expect(proposedKey([width, id, name], [])).toEqual(['name']);
  expect(proposedKey([id, { ...name, duplicates: 1 }], [])).toEqual(['name']);
  expect(
    proposedKey(
      [
        { ...id, empty: 0, duplicates: 1 },
        { ...name, duplicates: 1 },
      ],
      [],
    ),
  ).toEqual(['item_id']);
  expect(proposedKey([width], [])).toBeNull();
  // A key that skips many rows is not suggested, unless the last import into the table used it and some row has it.
  const poor = { ...name, byId: 3, rows: 7, empty: 2 };
  const years = { ...name, fields: ['year', 'cylinders'], measures: 2, byId: 3, rows: 7 };
  expect(proposedKey([years, poor], [])).toBeNull();
  expect(proposedKey([years, poor, id], [['gone'], ['name'], ['item_id']])).toEqual(['name']);
  expect(proposedKey([{ ...poor, empty: 7 }, id], [['name']])).toEqual(['item_id']);
});

test('each reason why rows are skipped has a text, and all but “no change” a step to fix it', () => {
  for (const why of skipReasons) {
    expect(en.import.send.why[why]).toMatch(/row|line/);
    expect(stepThatFixes[why] === null).toBe(why === 'same');
  }
});
