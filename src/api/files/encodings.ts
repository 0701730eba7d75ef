/** Every encoding of the WHATWG standard by its label, the usual ones first; GBK is part of GB18030. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'euc-kr',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'macintosh',
  'x-mac-cyrillic',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-8-i',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
] as const;
export type Encoding = (typeof encodings)[number];

/** Names that people know better than the label. */
const knownNames: Partial<Record<Encoding, string>> = {
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  gb18030: 'GB18030 (GBK)',
  big5: 'Big5',
  shift_jis: 'Shift JIS',
  'euc-kr': 'EUC-KR (CP949)',
  ibm866: 'IBM866 (DOS)',
  macintosh: 'Mac Roman',
  'x-mac-cyrillic': 'Mac Cyrillic',
};

/** An encoding as people call it, in any language. */
export function encodingName(encoding: Encoding): string {
  return knownNames[encoding] ?? encoding.toUpperCase().replace('WINDOWS', 'Windows');
}

/** Bytes of one code unit: where line ends can be looked for. In none of the others can a line end be part of a longer character. */
export function unitBytes(encoding: Encoding): 1 | 2 {
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 1;
}
