import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import jpeg2000Url from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url';
import { useCallback, useState } from 'react';
import { FileReadError, type ReadProgress, readWholeFile } from '../api/files/read-file';
import { workerAddress } from '../api/wire/trusted-types';
import { useSubscription } from '../state/store';

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
  const [held, setHeld] = useState({ link, attempt });
  const state =
    useSubscription(useCallback((tell: (state: PdfState) => void) => readPdf(held.link, tell), [held])) ?? begun;
  if (held.attempt !== attempt || (state.kind === 'failed' && held.link !== link)) setHeld({ link, attempt });
  return state;
}

const begun: PdfState = { kind: 'reading', read: 0, total: null };

function readPdf(link: string, tell: (state: PdfState) => void): () => void {
  const ended = new AbortController();
  let pdf: OpenPdf | null = null;
  const onProgress: ReadProgress = (read, total) => tell({ kind: 'reading', read, total });
  readWholeFile(link, ended.signal, largestPdf, onProgress)
    .then(openPdf)
    .then((opened) => {
      pdf = opened;
      if (ended.signal.aborted) pdf.close();
      else tell({ kind: 'open', pdf });
    })
    .catch((error: Error) => tell({ kind: 'failed', error }));
  return () => {
    ended.abort();
    pdf?.close();
  };
}

/** Fonts and character maps that a PDF may name without holding them; each is fetched when a file needs it. */
const resources = {
  ...import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
};
const addresses = new Map(Object.entries(resources).map(([path, url]) => [path.replace(/^.*\//, ''), url]));

/** Gives the library those by their names, where it would otherwise put addresses together itself. */
class Resources {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = addresses.get(filename);
    const response = url === undefined ? null : await fetch(url);
    if (!response?.ok) throw new Error(`There is no ${filename}.`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** A point is 1/72 inch, a pixel of a style sheet 1/96. */
export const pixelsPerPoint = 96 / 72;

/** An open PDF, and the way to let it go. */
export interface OpenPdf {
  document: PDFDocumentProxy;
  /** Size of its first page in pixels of a style sheet: pages are mostly alike. */
  first: { width: number; height: number };
  close(): void;
}

/**
 * Reads a PDF in a worker, without eval and without WebAssembly, as the page's policy requires.
 * @throws FileReadError `binary` when it is none, `locked` when it needs a password
 */
async function openPdf(data: Uint8Array<ArrayBuffer>): Promise<OpenPdf> {
  const port = new Worker(workerAddress(workerUrl), { type: 'module' });
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    data,
    worker,
    isEvalSupported: false,
    useWasm: false,
    // The library appends the name of its JPEG 2000 decoder to this folder. The file has another name here; what follows the question mark is ignored.
    wasmUrl: `${jpeg2000Url}?/`,
    useWorkerFetch: false,
    cMapUrl: '/',
    cMapPacked: true,
    standardFontDataUrl: '/',
    BinaryDataFactory: Resources,
    enableXfa: false,
    verbosity: 0,
  });
  const close = () => {
    void task.destroy().catch(() => {});
    worker.destroy();
    port.terminate();
  };
  try {
    const document = await task.promise;
    const first = (await document.getPage(1)).getViewport({ scale: pixelsPerPoint });
    return { document, first, close };
  } catch (error) {
    close();
    throw new FileReadError((error as Error).name === 'PasswordException' ? 'locked' : 'binary');
  }
}
