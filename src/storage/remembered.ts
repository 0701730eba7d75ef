/**
 * Small things that the first page needs at once, before any database is open: where one was, which connections and tables were used. In
 * `localStorage`, as JSON; never anything secret. Where the browser denies storage they last as long as the page.
 */
const prefix = 'remembered:';
const alone = new Map<string, unknown>();

/** What was kept under a name, as it was written; undefined when nothing was. The caller judges its shape. */
export function readRemembered(name: string): unknown {
  try {
    const text = localStorage.getItem(prefix + name);
    return text === null ? alone.get(name) : JSON.parse(text);
  } catch {
    return alone.get(name);
  }
}

/** Keeps a JSON value under a name. */
export function writeRemembered(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    alone.set(name, value);
  }
}
