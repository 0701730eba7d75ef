import { isIntegerId } from '../../../contract/ids';
import { partsOf } from '../../../edits/coerce';
import type { RowBlock, SourceCell } from '../source/rows';
import { SheetValue, textOfCell } from '../source/rows';
import type { ColumnProfile } from '../worker/import-protocol';

const samplesKept = 4;
const sampleChars = 80;
/** More different ids than fields have options; of numbers the further ones are only looked at. */
const idsKept = 1000;
/** A longer text is no id. */
const longestId = 40;

/** Of a column without any cell that says something. */
export const emptyProfile: ColumnProfile = { filled: 0, samples: [], texts: [], ids: null };

/** Gathers what a column of a file holds. */
export class ColumnProfiler {
  private filled = 0;
  private readonly samples: string[] = [];
  private readonly texts: string[] = [];
  /** Null once a cell held what can be no id, or the column too much to be one of ids. */
  private ids: Set<string> | null = new Set();

  add(cell: SourceCell): void {
    this.filled += 1;
    takeSample(this.samples, cell);
    if (typeof cell === 'string') takeSample(this.texts, cell);
    if (this.ids !== null) this.addIds(this.ids, idsIn(cell));
  }

  result(): ColumnProfile {
    const { filled, samples, texts, ids } = this;
    return { filled, samples, texts, ids: ids && ids.size > 0 ? [...ids] : null };
  }

  private addIds(known: Set<string>, text: string): void {
    if (known.has(text)) return;
    const full = known.size >= idsKept;
    const parts = isIntegerId(text) ? [text] : partsOf(text);
    const fits = (part: string): boolean => isIntegerId(part) || (!full && part.length <= longestId);
    if (parts.length === 0 || !parts.every(fits)) this.ids = null;
    else if (!full) for (const part of parts) known.add(part);
  }
}

/** Adds the cells of a block to the profiles of their columns. */
export function profileBlock(block: RowBlock, profiles: ColumnProfiler[]): void {
  const [first = []] = block.rows;
  const width = Math.max(first.length, block.rows.at(-1)?.length ?? 0);
  for (let column = 0; column < width; column += 1) {
    profiles[column] ??= new ColumnProfiler();
    const own = profiles[column] as ColumnProfiler;
    for (const row of block.rows) {
      const cell = row[column];
      if (cell !== '' && cell !== undefined) own.add(cell);
    }
  }
}

function takeSample(samples: string[], cell: SourceCell): void {
  if (samples.length >= samplesKept) return;
  const text = textOfCell(cell).slice(0, sampleChars);
  if (!samples.includes(text)) samples.push(text);
}

/** The text in which the ids of a cell would be: one, or a list of them. */
function idsIn(cell: SourceCell): string {
  if (cell instanceof SheetValue) return cell.id;
  return Array.isArray(cell) ? cell.map(String).join(',') : textOfCell(cell);
}
