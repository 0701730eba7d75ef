import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import jpeg2000Url from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url';
import { FileReadError } from '../../../api/content/read-file';
import { workerAddress } from '../../../api/wire/worker-address';

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

/** An open PDF, and the way to let it go. */
export interface OpenPdf {
  document: PDFDocumentProxy;
  close(): void;
}

/**
 * Reads a PDF in a worker of its own, without eval and without WebAssembly, as the page's policy has it.
 * @throws FileReadError `binary` when it is none, `locked` when it asks for a password
 */
export async function openPdf(data: Uint8Array<ArrayBuffer>): Promise<OpenPdf> {
  const port = new Worker(workerAddress(workerUrl), { type: 'module' });
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    data,
    worker,
    isEvalSupported: false,
    useWasm: false,
    // The library hangs the name of its decoder of JPEG 2000 to this folder; the file has another one here, and what follows the question mark is not looked at.
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
    return { document: await task.promise, close };
  } catch (error) {
    close();
    throw new FileReadError((error as Error).name === 'PasswordException' ? 'locked' : 'binary');
  }
}
