/** What to look for in texts, and what stands there instead. */
export interface ReplaceRule {
  find: string;
  replacement: string;
  /** `find` is a regular expression, and `$1` in the replacement a part that it found. */
  regex: boolean;
  matchCase: boolean;
  /** Only texts that are it from beginning to end. */
  wholeCell: boolean;
}

/** Characters that the new texts of one change may have together: each is held in memory, and stored with its record until it is sent. */
export const changedCharsMax = 100_000_000;

/** The new texts of a change would have more characters than that. */
export class TooMuchText extends Error {}

/**
 * How texts are replaced by a rule, in one change.
 * @throws SyntaxError if its expression is invalid; what it returns throws TooMuchText, before a text is made that is too long
 */
export function replacer(rule: ReplaceRule): (text: string) => string {
  const { replacement, regex } = rule;
  const pattern = patternOf(rule);
  let left = changedCharsMax;
  return (text) => {
    if (mayExceed(left, text, pattern, rule)) throw new TooMuchText();
    // `$&` in a plain replacement is literal.
    const next = regex ? text.replace(pattern, replacement) : text.replace(pattern, () => replacement);
    left -= next.length;
    return next;
  };
}

/** Whether a text may be longer than so many characters once it is replaced: each `$` counts as the longest that it may stand for. */
function mayExceed(most: number, text: string, pattern: RegExp, { replacement, regex }: ReplaceRule): boolean {
  const references = regex ? replacement.split('$').length - 1 : 0;
  // What is before and after a match may be nearly all of the text.
  const isAround = /\$[`']/.test(replacement);
  if ((text.length + 1) * (replacement.length + references * text.length + 1) <= most) return false;
  let length = text.length;
  for (const match of text.matchAll(pattern)) {
    const longest = isAround ? text.length : Math.max(...match.map((part) => part?.length ?? 0));
    length += replacement.length + references * longest - match[0].length;
    if (length > most) return true;
  }
  return length > most;
}

function patternOf({ find, regex, matchCase, wholeCell }: ReplaceRule): RegExp {
  const source = regex ? find : find.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const whole = wholeCell ? `^(?:${source})$` : source;
  const flags = matchCase ? 'g' : 'gi';
  try {
    return new RegExp(whole, `${flags}u`);
  } catch {
    // What is written for the older form is understood as well: `\-` outside of a class.
    return new RegExp(whole, flags);
  }
}
