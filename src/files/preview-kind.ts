import type { FileDetails, LinkKind } from '../contract/files';

/** How a file is shown. `none`: it is named, and the download offered. */
export type PreviewKind = 'image' | 'audio' | 'video' | 'text' | 'table' | 'json' | 'pdf' | 'none';

const kindOfExtension: Record<string, PreviewKind> = {
  ...kinds('image', 'jpg jpeg jfif png gif webp avif svg bmp ico'),
  ...kinds('audio', 'mp3 m4a aac wav ogg oga opus flac'),
  ...kinds('video', 'mp4 m4v webm ogv mov'),
  ...kinds('text', 'txt log jsonl ndjson md markdown xml yaml yml ini sql html htm'),
  ...kinds('table', 'csv tsv'),
  ...kinds('json', 'json geojson topojson'),
  ...kinds('pdf', 'pdf'),
};

function kinds(kind: PreviewKind, extensions: string): Record<string, PreviewKind> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, kind]));
}

/** The extension in lower case without its dot: from `ext`, else from the name; `''` when there is none. */
export function extensionOf(file: Pick<FileDetails, 'ext' | 'name'>): string {
  const fromName = /\.([^.\s]+)$/.exec(file.name)?.[1] ?? '';
  return (file.ext.replace(/^\./, '') || fromName).toLowerCase();
}

/** How to show a file: by its extension, else by a `filetype` that names a kind as media types do; its words are not in the contract (2.6). */
export function previewKindOf(file: Pick<FileDetails, 'ext' | 'name' | 'filetype'>): PreviewKind {
  const extension = extensionOf(file);
  if (Object.hasOwn(kindOfExtension, extension)) return kindOfExtension[extension] ?? 'none';
  const family = file.filetype?.toLowerCase().split('/')[0];
  return family === 'image' || family === 'audio' || family === 'video' || family === 'text' ? family : 'none';
}

/** Links for a place of each size, the best fitting first; the source is the last resort (2.6). */
export const linksFor = {
  tile: ['small', 'medium', 'square', 'large', 'source'],
  row: ['square', 'small', 'medium', 'large', 'source'],
  // Hundreds of these are on a page: never one of full size.
  cell: ['square', 'small', 'medium'],
  preview: ['large', 'medium', 'source', 'small'],
  content: ['source', 'download'],
} as const satisfies Record<string, readonly LinkKind[]>;
