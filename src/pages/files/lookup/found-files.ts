import type { FileDetails, FilesAnswer } from '../../../contract/files';
import type { Id } from '../../../contract/ids';

/** The answer to a call, as far as it is there. */
export interface FilesCall<Answer extends { data: FilesAnswer }> {
  ids: readonly Id[];
  answer: Answer | undefined;
}

/** A file with the answer that its links came with. */
export interface FoundFile<Answer> {
  file: FileDetails;
  /** Place of its call. */
  call: number;
  answer: Answer;
}

export interface SortedFiles<Answer> {
  /** In the order of the ids. */
  found: FoundFile<Answer>[];
  /** In `fail` of an answer (4.6), or in neither list of it; in the order of the ids. */
  missing: Id[];
}

/** Sorts the answers of several calls by the ids that were asked for; ids of calls without an answer are in neither list. */
export function sortFiles<Answer extends { data: FilesAnswer }>(
  calls: readonly FilesCall<Answer>[],
): SortedFiles<Answer> {
  const found: FoundFile<Answer>[] = [];
  const missing: Id[] = [];
  calls.forEach(({ ids, answer }, call) => {
    if (!answer) return;
    const files = new Map(answer.data.success.map((file) => [file.file_id, file]));
    for (const id of ids) {
      const file = files.get(id);
      if (file) found.push({ file, call, answer });
      else missing.push(id);
    }
  });
  return { found, missing };
}
