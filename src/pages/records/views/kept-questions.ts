import type { RecordQuery } from '../../../api/operations/records';
import { formatJson, type Json } from '../../../contract/json';
import { changeTableSetting, readTableSetting } from '../../../storage/database';
import { type AskedQuestion, readHistory, withQuestion } from './question-history';

interface TablePlace {
  environment: string;
  table_id: string;
}

const name = 'recent-questions';

/** Adds a question to the history of its table; where the browser denies its database there is none. */
export async function noteQuestion(environment: string, { table_id, filter, order }: RecordQuery): Promise<void> {
  try {
    await changeTableSetting({ environment, table_id, name }, (kept) =>
      formatJson(withQuestion(readHistory(kept), { filter, order }, Date.now()) as unknown as Json),
    );
  } catch {
    // Said above.
  }
}

export async function keptQuestions(place: TablePlace): Promise<AskedQuestion[]> {
  return readHistory(await readTableSetting({ ...place, name }));
}
