import type { LinkKind } from '../../../contract/files';
import { isSignature, sign } from '../credentials/secrets';

/** What signs links: a secret of this database. */
export interface Links {
  secret: string;
}

/** Path below the public base under which files are served. */
export const filesPath = '/files/';

/** `link` for the six of 2.6; `public` for covers and avatars, which never expire. */
export interface SignedFile {
  fileId: string;
  variant: LinkKind;
  /** Epoch milliseconds; 0 never. */
  expires: number;
}

/** An absolute link to a file: `<base>/files/<id>/<variant>/<expires>/<signature>/<name>`. The name is for people and not signed. */
export function fileLink(links: Links, base: string, file: SignedFile, name: string): string {
  const signed = `${file.fileId}/${file.variant}/${file.expires}`;
  return `${base}${filesPath}${signed}/${sign(links.secret, signed)}/${encodeURIComponent(name)}`;
}

/** The picture of a person or provider. */
export function avatarLink(links: Links, base: string, fileId: string): string {
  return fileLink(links, base, { fileId, variant: 'square', expires: 0 }, 'avatar.png');
}

/** Reads the path of a link; null when the signature is not ours. */
export function readFileLink(links: Links, path: string): SignedFile | null {
  const match = /^\/files\/(\d+)\/(small|medium|large|square|source|download)\/(\d+)\/([\w-]+)\/[^/]+$/.exec(path);
  if (match === null) return null;
  const [, fileId = '', variant = '', expires = '', signature = ''] = match;
  if (!isSignature(links.secret, `${fileId}/${variant}/${expires}`, signature)) return null;
  return { fileId, variant: variant as LinkKind, expires: Number(expires) };
}
