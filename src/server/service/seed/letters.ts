/** Height and width of a letter in cells; one empty column stands between two. */
export const letterHeight = 7;
export const letterWidth = 5;

/** Seven rows of five cells each, a hexadecimal pair a row: 10 is the leftmost cell, 01 the rightmost. */
const shapes: Record<string, string> = {
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1c12111111121c',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101713110f',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11111915131111',
  O: '0e11111111110e',
  P: '1e11111e101010',
  Q: '0e11111115120d',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '1111111515150a',
  X: '11110a040a1111',
  Y: '1111110a040404',
  Z: '1f01020408101f',
  0: '0e11131519110e',
  1: '040c040404040e',
  2: '0e11010204081f',
  3: '1f02040201110e',
  4: '02060a121f0202',
  5: '1f101e0101110e',
  6: '0608101e11110e',
  7: '1f010204080808',
  8: '0e11110e11110e',
  9: '0e11110f01020c',
  '-': '0000000e000000',
  '.': '00000000000c0c',
};

/** Calls `cell` for each filled cell of a text; small letters stand as capitals, unknown ones as gaps. */
export function eachCell(text: string, cell: (x: number, y: number) => void): void {
  for (const [index, letter] of [...text.toUpperCase()].entries()) {
    const shape = shapes[letter];
    if (shape === undefined) continue;
    for (let y = 0; y < letterHeight; y += 1) {
      const row = Number.parseInt(shape.slice(y * 2, y * 2 + 2), 16);
      for (let x = 0; x < letterWidth; x += 1) {
        if ((row >> (letterWidth - 1 - x)) & 1) cell(index * (letterWidth + 1) + x, y);
      }
    }
  }
}

/** Width of a text in cells. */
export function textWidth(text: string): number {
  return Math.max(0, [...text].length * (letterWidth + 1) - 1);
}
