/**
 * Small things that the first page needs at once, before any database is open: where one was, which connections and tables were used. In
 * `localStorage`, as JSON; never anything secret. Where the browser denies storage they last as long as the page.
 */
const prefix = 'remembered:';
const alone = new Map<string, unknown>();

/** What was kept under a name, as it was written; undefined when nothing was. The caller judges its shape. */
export function readRemembered(name: string): unknown {
  return read(() => localStorage, name);
}

/** Keeps a JSON value under a name. */
export function writeRemembered(name: string, value: unknown): void {
  write(() => localStorage, name, value);
}

/** As `readRemembered`, for what only this tab found out, and may be otherwise tomorrow. */
export function readForSession(name: string): unknown {
  return read(() => sessionStorage, name);
}

/** The texts of a list that was kept so; none when nothing was. */
export function textsForSession(name: string): string[] {
  const kept = readForSession(name);
  return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
}

/** Keeps a JSON value under a name as long as this tab lasts. */
export function writeForSession(name: string, value: unknown): void {
  write(() => sessionStorage, name, value);
}

function read(storage: () => Storage, name: string): unknown {
  try {
    const text = storage().getItem(prefix + name);
    return text === null ? alone.get(name) : JSON.parse(text);
  } catch {
    return alone.get(name);
  }
}

function write(storage: () => Storage, name: string, value: unknown): void {
  try {
    storage().setItem(prefix + name, JSON.stringify(value));
    alone.delete(name);
  } catch {
    alone.set(name, value);
    // Where storage is full, the value before would be read from now on.
    forget(storage, name);
  }
}

function forget(storage: () => Storage, name: string): void {
  try {
    storage().removeItem(prefix + name);
  } catch {
    // Denied, so nothing was kept there.
  }
}
