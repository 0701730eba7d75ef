/** The digit zero of full-width forms, of Arabic, of Persian and of Devanagari; the other nine follow it. */
const zeros = [0xff10, 0x0660, 0x06f0, 0x0966];

/** Signs of numbers and days that have another form in print, in Arabic or beside East Asian letters. */
const signs: Readonly<Record<string, string>> = {
  '−': '-',
  '﹣': '-',
  '﹢': '+',
  '﹐': ',',
  '﹒': '.',
  '﹪': '%',
  '٫': '.',
  '٬': ',',
  '٪': '%',
};

const space = /\p{Zs}/u;
/** Marks of the direction in which a text is drawn, which have no value. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const beyondAscii = /[^ -~]/g;

function plainCharacter(char: string): string {
  const code = char.charCodeAt(0);
  const zero = zeros.find((each) => code >= each && code < each + 10);
  if (zero !== undefined) return String(code - zero);
  // Full-width forms are the visible characters of ASCII, in their order.
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (space.test(char)) return ' ';
  return direction.test(char) ? '' : (signs[char] ?? char);
}

/**
 * The text of a number, a day or a switch in plain characters, without spaces around it. Only characters with the same value are replaced: raised digits,
 * digits in circles and fractions stay as they are, so that `10⁶` is not taken for 106.
 */
export function plainText(text: string): string {
  return text.replace(beyondAscii, plainCharacter).trim();
}
