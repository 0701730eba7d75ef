import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/operations/records';
import { walkRecords } from '../../../api/operations/walk-records';
import type { Client } from '../../../api/wire/client';
import { noDrafts } from '../../../edits/drafts';
import { columnLabel } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { type CopyFormat, copyWriter } from '../../../grid/selection/copy-range';

/** Reading every row of a question into one text. */
export interface Matching {
  phase: 'before' | 'reading' | 'done' | 'stopped' | 'failed';
  rows: number;
  requests: number;
  /** How often the table changed under the paging. */
  drifted: number;
  /** What was written so far, at the end also when it was stopped; null before. */
  file: Blob | null;
  error: unknown;
  format: CopyFormat;
}

const before: Matching = {
  phase: 'before',
  rows: 0,
  requests: 0,
  drifted: 0,
  file: null,
  error: null,
  format: 'tsv',
};

const types: Record<CopyFormat, string> = {
  tsv: 'text/tab-separated-values;charset=utf-8',
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
};

/** So many texts are put together at a time: a browser may keep a large blob outside of memory. */
const partsMax = 64;

/** Walks all pages of a question and writes their records; leaving the page ends it. */
export function useMatching(client: Client, query: RecordQuery, columns: readonly GridColumn[]) {
  const g = useTranslations('grid');
  const [state, setState] = useState(before);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function read(format: CopyFormat): Promise<void> {
    const control = new AbortController();
    running.current = control;
    const type = types[format];
    const label = (column: GridColumn) => columnLabel(column, g);
    const writer = copyWriter(format, { columns, drafts: noDrafts.drafts, label, names: true, guarded: true });
    let file = new Blob([], { type });
    // The mark by which spreadsheets know UTF-8 in a CSV file.
    let parts = [(format === 'csv' ? '\uFEFF' : '') + writer.head];
    let rows = 0;
    setState({ ...before, phase: 'reading', format });
    const end = (change: Partial<Matching>) => {
      file = new Blob([file, ...parts, writer.tail(rows === 0)], { type });
      setState((now) => ({ ...now, ...change, file }));
    };
    try {
      for await (const { records, requests, drifted } of walkRecords(client, query, { signal: control.signal })) {
        let text = '';
        for (const record of records) {
          text += writer.record(record, rows === 0);
          rows += 1;
        }
        parts.push(text);
        if (parts.length >= partsMax) {
          file = new Blob([file, ...parts], { type });
          parts = [];
        }
        setState((now) => ({ ...now, rows, requests, drifted }));
      }
      end({ phase: 'done' });
    } catch (error) {
      end(control.signal.aborted ? { phase: 'stopped' } : { phase: 'failed', error });
    }
  }

  return { ...state, read: (format: CopyFormat) => void read(format), stop: () => running.current?.abort() };
}
