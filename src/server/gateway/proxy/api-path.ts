/** Paths of the API that a server behind us might read otherwise than we do. */

/** What a server may take for the end of a name or of a line, a step up, or a beginning of one of these when it decodes once more. */
const STEPS = /[/\\.%;\p{Cc}\p{Zl}\p{Zp}\u2044\u2215\u2216\u29f5\u29f8\u29f9]/u;

/**
 * Whether a path holds, in another form than its plain one, a slash, dot, semicolon, percent sign or line end: encoded, encoded twice (`%25`), in more bytes than
 * the character has or as scripts escape it (`%u002e`: both are no UTF-8, so neither decodes), or as a character that some servers turn into one of these (`／`).
 * A semicolon counts in any form, as what follows it is no part of the name to some.
 */
export function hidesAStep(path: string): boolean {
  if (path.includes(';')) return true;
  try {
    const encoded = path.match(/(?:%[0-9a-f]{2})+|%/gi) ?? [];
    return encoded.some((run) => STEPS.test(decodeURIComponent(run).normalize('NFKC')));
  } catch {
    return true;
  }
}
