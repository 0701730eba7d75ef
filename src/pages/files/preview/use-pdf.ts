import { useEffect, useState } from 'react';
import { type ReadProgress, readWholeFile } from '../../../api/content/read-file';
import { type OpenPdf, openPdf } from './open-pdf';

/** What is shown of it is drawn from memory, so it has to fit there. */
const largestPdf = 64 * 1024 * 1024;

export type PdfState =
  | { kind: 'reading'; read: number; total: number | null }
  | { kind: 'open'; pdf: OpenPdf }
  | { kind: 'failed'; error: Error };

/**
 * A PDF by its link. It is read whole with the link that it began with, so its pages do not break when that dies; a newer link is taken only where
 * reading failed.
 * @param attempt another number reads again
 */
export function usePdf(link: string, attempt: number): PdfState {
  const [state, setState] = useState<PdfState>({ kind: 'reading', read: 0, total: null });
  const [held, setHeld] = useState({ link, attempt });
  if (held.attempt !== attempt || (state.kind === 'failed' && held.link !== link)) {
    setHeld({ link, attempt });
    setState({ kind: 'reading', read: 0, total: null });
  }

  useEffect(() => {
    const ended = new AbortController();
    let pdf: OpenPdf | null = null;
    const onProgress: ReadProgress = (read, total) => setState({ kind: 'reading', read, total });
    readWholeFile(held.link, ended.signal, largestPdf, onProgress)
      .then(openPdf)
      .then((opened) => {
        pdf = opened;
        if (ended.signal.aborted) pdf.close();
        else setState({ kind: 'open', pdf });
      })
      .catch((error: Error) => {
        if (!ended.signal.aborted) setState({ kind: 'failed', error });
      });
    return () => {
      ended.abort();
      pdf?.close();
    };
  }, [held]);

  return state;
}
