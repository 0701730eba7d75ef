/** Sentences in a row; null, false and '' are left out. A space follows each, except after a Chinese full stop, which is as wide as one already. */
export function joinSentences(...sentences: readonly (string | null | false)[]): string {
  return sentences
    .filter((sentence) => sentence !== null && sentence !== false && sentence !== '')
    .reduce<string>((text, next) => text + (text === '' || /[。！？]$/.test(text) ? '' : ' ') + String(next), '');
}
