import { formatJson, isJsonObject, type Json, parseJson } from '../../../contract/json';
import { type Question, questionOf } from './question';

/** A question of the history. */
export interface AskedQuestion extends Question {
  /** Epoch milliseconds. */
  asked_at: number;
}

/** How many questions a table remembers. */
export const historyMax = 20;

/** The history that was kept as text; what cannot be understood is left out. */
export function readHistory(kept: unknown): AskedQuestion[] {
  return listOf(kept).flatMap((json) => {
    const question = questionOf(json);
    const at = isJsonObject(json) ? json.asked_at : null;
    return question === null ? [] : [{ ...question, asked_at: typeof at === 'number' ? at : 0 }];
  });
}

/** The history after a question: each is in it once, the last one first. */
export function withQuestion(history: readonly AskedQuestion[], question: Question, at: number): AskedQuestion[] {
  const text = questionText(question);
  const others = history.filter((each) => questionText(each) !== text);
  return [{ filter: question.filter, order: question.order, asked_at: at }, ...others].slice(0, historyMax);
}

function questionText({ filter, order }: Question): string {
  return formatJson({ filter, order: order && { field_id: order.field_id, type: order.type } });
}

/** The entries of a list that was kept as JSON text, which keeps whole numbers of any size. */
export function listOf(kept: unknown): Json[] {
  if (typeof kept !== 'string') return [];
  try {
    const json = parseJson(kept);
    return Array.isArray(json) ? json : [];
  } catch {
    return [];
  }
}
