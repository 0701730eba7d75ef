import * as v from 'valibot';
import type { Id } from '../contract/ids';
import type { ConsoleDatabase } from '../storage/database';
import type { DraftRow, DraftScope, DraftStepRow } from '../storage/draft-rows';
import { retriedResultSchema } from '../storage/stored-jobs';
import { countSchema, finiteSchema, jsonSchema, readStored, type Stored } from '../storage/stored-values';
import type { CellDraft, CellStep, DraftHistory, DraftRecord, RecordDraft, RetriedRow, Step } from './drafts';

const recordEntries = { item_id: v.string(), title: v.nullable(v.string()), updated_on: v.nullable(v.string()) };
const cellEntries = {
  before: v.undefinedable(jsonSchema),
  after: jsonSchema,
  unfit: v.optional(v.literal(true)),
  double: v.optional(v.string()),
  retried: v.optional(
    v.looseObject({ line: countSchema, sent: jsonSchema, result: retriedResultSchema }) satisfies v.GenericSchema<
      unknown,
      RetriedRow
    >,
  ),
};
const draftSchema = v.looseObject({ ...recordEntries, ...cellEntries, field_id: v.string() });
const cellSchema: v.GenericSchema<unknown, CellDraft> = v.looseObject(cellEntries);
const stepSchema: v.GenericSchema<unknown, Step & Pick<DraftStepRow, 'undone'>> = v.looseObject({
  sequence: finiteSchema,
  undone: v.boolean(),
  cells: v.array(
    v.looseObject({
      record: v.looseObject(recordEntries) satisfies v.GenericSchema<unknown, DraftRecord>,
      field_id: v.string(),
      from: v.undefinedable(cellSchema),
      to: v.undefinedable(cellSchema),
    }) satisfies v.GenericSchema<unknown, CellStep>,
  ),
});

/** One cell with its unsent change; null where this version cannot read it. */
export function readDraft(row: Stored<DraftRow>): v.InferOutput<typeof draftSchema> | null {
  return readStored(draftSchema, row);
}

/** The drafts of a table as the database has them, with their undo. What cannot be read stays there; steps of undo go no further than it. */
export async function readHistory(db: ConsoleDatabase, scope: DraftScope): Promise<DraftHistory> {
  const range = [scope.environment, scope.identity, scope.table_id];
  return db.transaction('r', db.drafts, db.draftSteps, async () => {
    const rows = await db.drafts.where('[environment+identity+table_id]').equals(range).toArray();
    const steps = await db.draftSteps.where('[environment+identity+table_id]').equals(range).sortBy('sequence');
    const drafts = new Map<Id, RecordDraft>();
    for (const { item_id, title, updated_on, field_id, before, after, unfit, double, retried } of rows.flatMap(
      (row) => readDraft(row) ?? [],
    )) {
      const own = drafts.get(item_id)?.cells ?? new Map<string, CellDraft>();
      const cell = {
        before,
        after,
        ...(unfit ? { unfit } : {}),
        ...(double === undefined ? {} : { double }),
        ...(retried ? { retried } : {}),
      };
      (own as Map<string, CellDraft>).set(field_id, cell);
      if (!drafts.has(item_id)) drafts.set(item_id, { record: { item_id, title, updated_on }, cells: own });
    }
    const past = steps.filter(({ undone }) => undone !== true).map(stepOf);
    const future = steps.filter(({ undone }) => undone === true).map(stepOf);
    return {
      drafts,
      past: past.slice(past.lastIndexOf(null) + 1).filter((step) => step !== null),
      future: (future.includes(null) ? future.slice(0, future.indexOf(null)) : future)
        .filter((step) => step !== null)
        .reverse(),
    };
  });
}

/** Whether a step of undo can be read by this version. */
export function isStoredStep(row: Stored<DraftStepRow>): boolean {
  return stepOf(row) !== null;
}

function stepOf(row: Stored<DraftStepRow>): Step | null {
  const step = readStored(stepSchema, row);
  return step && { sequence: step.sequence, cells: step.cells };
}

/** Writes what differs between two histories: by identity, as both are made of the same untouched parts. */
export async function writeHistory(
  db: ConsoleDatabase,
  scope: DraftScope,
  before: DraftHistory,
  after: DraftHistory,
): Promise<void> {
  const puts: DraftRow[] = [];
  const deletes: [string, string, string, string, string][] = [];
  const { environment, identity, table_id } = scope;
  for (const [item_id, draft] of after.drafts) {
    const old = before.drafts.get(item_id);
    if (old === draft) continue;
    for (const [field_id, cell] of draft.cells) {
      if (old?.cells.get(field_id) === cell) continue;
      const { title, updated_on } = draft.record;
      puts.push({ environment, identity, table_id, item_id, field_id, title, updated_on, ...cell });
    }
  }
  for (const [item_id, old] of before.drafts) {
    const draft = after.drafts.get(item_id);
    if (old === draft) continue;
    for (const field_id of old.cells.keys()) {
      if (!draft?.cells.has(field_id)) deletes.push([environment, identity, table_id, item_id, field_id]);
    }
  }
  const steps = stepChanges(before, after);
  await db.transaction('rw', db.drafts, db.draftSteps, async () => {
    await db.drafts.bulkDelete(deletes);
    await db.drafts.bulkPut(puts);
    await db.draftSteps.bulkDelete(steps.gone.map((sequence) => [environment, identity, table_id, sequence]));
    await db.draftSteps.bulkPut(
      steps.kept.map(({ step, undone }) => ({ environment, identity, table_id, undone, ...step })),
    );
  });
}

function stepChanges(
  before: DraftHistory,
  after: DraftHistory,
): { kept: { step: Step; undone: boolean }[]; gone: number[] } {
  const table = ({ past, future }: DraftHistory): Map<number, { step: Step; undone: boolean }> =>
    new Map([
      ...past.map((step): [number, { step: Step; undone: boolean }] => [step.sequence, { step, undone: false }]),
      ...future.map((step): [number, { step: Step; undone: boolean }] => [step.sequence, { step, undone: true }]),
    ]);
  const old = table(before);
  const now = table(after);
  const kept = [...now.values()].filter(({ step, undone }) => {
    const same = old.get(step.sequence);
    return same?.step !== step || same.undone !== undone;
  });
  return { kept, gone: [...old.keys()].filter((sequence) => !now.has(sequence)) };
}
