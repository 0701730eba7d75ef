import type { CellContent } from './cells/cell-content';

/** What a character takes at most, as a share of the size of the font, whichever font a browser has to take: most letters and digits, and any other. */
const usual = 0.65;
const most = 1.15;
/** Characters told apart; of those behind some are as wide as high, and the others have no bound. */
const known = 0x180;
const allKnown = /^[ -\u017f]*$/;
const widths = new Float32Array(known).fill(most);
for (const character of ' !"\'()*,-./0123456789:;?[\\]_`abcdefghijklnopqrstuvxyz{|}') {
  widths[character.charCodeAt(0)] = usual;
}
/** What a part of a content has around its text at most, in px. */
const aroundPart = 40;

/**
 * Whether a content surely has room, without laying anything out: every character is counted as wide as it could be.
 * @param width of the room, in px; @param em size of the font, in px
 */
export function surelyFits(content: CellContent, width: number, em: number): boolean {
  if (typeof content === 'string') return left(content, width / em) >= 0;
  let room = width;
  for (const { text } of content) room = left(text, (room - aroundPart) / em) * em;
  return room >= 0;
}

/** What a text leaves of a room at least, as a share of the size of the font; below nothing where it may be too wide. */
function left(text: string, room: number): number {
  const widest = text.length * most;
  if (widest <= room && allKnown.test(text)) return room - widest;
  let rest = room;
  for (let place = 0; place < text.length && rest >= 0; place += 1) {
    const code = text.charCodeAt(place);
    if (code < known) rest -= widths[code] as number;
    else rest -= isSquare(code) ? most : Number.POSITIVE_INFINITY;
  }
  return rest;
}

/** Dashes and quotes, Chinese, Japanese and Korean: as wide as high. */
function isSquare(code: number): boolean {
  return (
    (code >= 0x2010 && code < 0x2028) ||
    (code >= 0x3000 && code < 0xa000) ||
    (code >= 0xac00 && code < 0xd7b0) ||
    (code >= 0xff00 && code < 0xfff0)
  );
}
