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

/** How texts are replaced by a rule. @throws SyntaxError if its expression is invalid */
export function replacer(rule: ReplaceRule): (text: string) => string {
  const { replacement, regex } = rule;
  const pattern = patternOf(rule);
  // `$&` in a plain replacement is literal.
  return regex ? (text) => text.replace(pattern, replacement) : (text) => text.replace(pattern, () => replacement);
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
