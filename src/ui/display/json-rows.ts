/** The digits of a value that is a number, also one that is kept as an object; null for any other. */
export type NumeralOf = (value: unknown) => string | null;
const noNumeral: NumeralOf = () => null;

/** One line of a JSON tree. `more`: hidden children follow it. */
export interface JsonRow {
  /** Unique in its tree. */
  path: string;
  parent: string | null;
  /** 1 for the whole value. */
  level: number;
  kind: 'leaf' | 'object' | 'array' | 'more';
  name: string | null;
  /** Of a leaf. */
  value: unknown;
  /** Children of a branch; of `more`, those that are not shown. */
  size: number;
  open: boolean;
  /** Among its siblings, from 1, and how many they are. */
  place: number;
  siblings: number;
}

/** The user's changes to a tree: branches opened or closed, and how many children of a branch are shown. */
export interface JsonTreeState {
  turned: ReadonlyMap<string, boolean>;
  shown: ReadonlyMap<string, number>;
}

/** Children shown at first, and added with each press. */
export const childrenAtOnce = 100;
export const untouched: JsonTreeState = { turned: new Map(), shown: new Map() };

/** The lines of a value as far as it is open. @param openLevels how many levels are open at first */
export function jsonRows(
  value: unknown,
  openLevels: number,
  state: JsonTreeState,
  numeralOf: NumeralOf = noNumeral,
): JsonRow[] {
  const isBranch = branchesBut(numeralOf);
  const rows: JsonRow[] = [];
  const add = (row: Pick<JsonRow, 'path' | 'parent' | 'level' | 'name' | 'place' | 'siblings'>, at: unknown): void => {
    if (!isBranch(at)) {
      rows.push({ ...row, kind: 'leaf', value: at, size: 0, open: false });
      return;
    }
    const { path, level } = row;
    const open = state.turned.get(path) ?? level <= openLevels;
    const names = Array.isArray(at) ? null : Object.keys(at);
    const size = names?.length ?? (at as unknown[]).length;
    rows.push({ ...row, kind: names ? 'object' : 'array', value: null, size, open });
    if (!open) return;
    const count = Math.min(size, state.shown.get(path) ?? childrenAtOnce);
    const siblings = count < size ? count + 1 : count;
    for (let index = 0; index < count; index += 1) {
      const name = names?.[index] ?? String(index);
      const child = { path: below(path, name), parent: path, level: level + 1, name, place: index + 1, siblings };
      add(child, (at as Record<string, unknown>)[name]);
    }
    if (count === size) return;
    const rest = { kind: 'more', name: null, value: null, size: size - count, open: false } as const;
    // No child has this path: in theirs a tilde is never alone.
    rows.push({ path: `${path}/~`, parent: path, level: level + 1, place: siblings, siblings, ...rest });
  };
  add({ path: '', parent: null, level: 1, name: null, place: 1, siblings: 1 }, value);
  return rows;
}

/** Opens everything level by level, up to this many lines. */
export function allOpen(value: unknown, lines: number, numeralOf: NumeralOf = noNumeral): JsonTreeState {
  const isBranch = branchesBut(numeralOf);
  const turned = new Map<string, boolean>();
  let level: { path: string; at: object }[] = isBranch(value) ? [{ path: '', at: value }] : [];
  let count = 1;
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { path, at } of level) {
      const children = Object.entries(at).slice(0, childrenAtOnce);
      count += children.length;
      if (count > lines) return { turned, shown: new Map() };
      turned.set(path, true);
      for (const [name, child] of children) if (isBranch(child)) next.push({ path: below(path, name), at: child });
    }
    level = next;
  }
  return { turned, shown: new Map() };
}

/** What a key does on a line of a tree (the tree pattern of ARIA). */
export type TreeStep =
  | { kind: 'go'; to: number }
  | { kind: 'turn'; path: string; open: boolean }
  | { kind: 'open-siblings' }
  | { kind: 'show-more'; path: string };

/** @param at index of the line that has the focus */
export function treeStep(rows: readonly JsonRow[], at: number, key: string): TreeStep | null {
  const row = rows[at];
  if (!row) return null;
  const isTurned = row.kind === 'object' || row.kind === 'array';
  const go = (to: number): TreeStep | null => (rows[to] && to !== at ? { kind: 'go', to } : null);
  switch (key) {
    case 'ArrowDown':
      return go(at + 1);
    case 'ArrowUp':
      return go(at - 1);
    case 'Home':
      return go(0);
    case 'End':
      return go(rows.length - 1);
    case 'ArrowRight':
      if (!isTurned) return null;
      return row.open ? go(row.size > 0 ? at + 1 : at) : { kind: 'turn', path: row.path, open: true };
    case 'ArrowLeft':
      if (isTurned && row.open) return { kind: 'turn', path: row.path, open: false };
      return go(rows.findIndex(({ path }) => path === row.parent));
    case 'Enter':
    case ' ':
      if (row.kind === 'more') return { kind: 'show-more', path: row.parent ?? '' };
      return isTurned ? { kind: 'turn', path: row.path, open: !row.open } : null;
    case '*':
      return { kind: 'open-siblings' };
    default:
      return key.length === 1 ? go(nextNamed(rows, at, key)) : null;
  }
}

/** The state after every branch beside a line was opened. */
export function siblingsOpen(rows: readonly JsonRow[], at: number, state: JsonTreeState): JsonTreeState {
  const turned = new Map(state.turned);
  for (const { parent, path, kind } of rows) {
    if (parent === rows[at]?.parent && (kind === 'object' || kind === 'array')) turned.set(path, true);
  }
  return { ...state, turned };
}

/** The next line, around the end, whose name begins with a letter that was typed. */
function nextNamed(rows: readonly JsonRow[], at: number, letter: string): number {
  const after = [...rows.slice(at + 1), ...rows.slice(0, at)];
  const found = after.findIndex(({ name }) => name?.toLowerCase().startsWith(letter.toLowerCase()));
  return found < 0 ? -1 : (at + 1 + found) % rows.length;
}

/** Path of a child, as a JSON pointer writes it. */
function below(path: string, name: string): string {
  return `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function branchesBut(numeralOf: NumeralOf) {
  return (value: unknown): value is object => typeof value === 'object' && value !== null && numeralOf(value) === null;
}
