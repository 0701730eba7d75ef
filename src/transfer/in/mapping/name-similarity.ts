/** From this similarity on two names count as the same. */
export const similarFrom = 0.7;
/** The best match must exceed the next by this much, otherwise the user chooses. */
export const clearBy = 0.1;

/**
 * How similar a column's name is to a field's name: 1 the same, 0 not at all. Initials (*MPG*, Miles per gallon), the beginnings of words (*Accel*, *Disp*),
 * a word without some of its letters (*Wt*, *Hp*), and typos of a letter or two.
 */
export function nameSimilarity(name: string, fieldName: string): number {
  const [own, other] = [partsOf(name), partsOf(fieldName)];
  const [text, meant] = [own.join(''), other.join('')];
  if (text === '' || meant === '') return 0;
  if (text === meant) return 1;
  return Math.max(initials(text, other), beginnings(own, other), skeleton(own, other), slips(text, meant));
}

/** Words, also of `unitPrice`; a unit in brackets is ignored. */
function partsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[([{][^)\]}]*[)\]}]/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function initials(text: string, words: readonly string[]): number {
  return words.length > 1 && text === words.map((word) => [...word][0]).join('') ? 0.95 : 0;
}

const shortestBeginning = 3;

/** Each word begins the word in its place. */
function beginnings(own: readonly string[], words: readonly string[]): number {
  if (own.length !== words.length || !own.some((word) => word.length >= shortestBeginning)) return 0;
  return own.every((word, place) => words[place]?.startsWith(word) || word === words[place]) ? 0.9 : 0;
}

/** An abbreviated word: its first letter, then consonants of the word in order. */
function skeleton([word = '', ...more]: readonly string[], words: readonly string[]): number {
  const [whole = ''] = words;
  if (more.length > 0 || words.length !== 1 || word.length < 2 || word.length >= whole.length) return 0;
  if (word[0] !== whole[0] || /[aeiou]/.test(word.slice(1))) return 0;
  let at = 0;
  for (const letter of word) {
    at = whole.indexOf(letter, at) + 1;
    if (at === 0) return 0;
  }
  return 0.75;
}

const shortestSlip = 5;

/** Names that differ by a letter in five at most. */
function slips(text: string, meant: string): number {
  const longest = Math.max(text.length, meant.length);
  if (Math.min(text.length, meant.length) < shortestSlip) return 0;
  const share = 1 - distance(text, meant) / longest;
  return share >= 0.8 ? share * 0.9 : 0;
}

/** Letters to add, drop or change, two that changed places counting as one. */
function distance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, place) => place)];
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let place = 1; place <= b.length; place += 1) {
      const isSame = a[row - 1] === b[place - 1];
      let least = Math.min(
        (last[place] ?? 0) + 1,
        (next[place - 1] ?? 0) + 1,
        (last[place - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && place > 1 && a[row - 1] === b[place - 2] && a[row - 2] === b[place - 1])
        least = Math.min(least, (before[place - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
}
