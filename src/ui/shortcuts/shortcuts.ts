import { useEffectEvent, useLayoutEffect } from 'react';
import type { shortcuts as texts } from '../../texts/en/shortcuts';

/** Where a shortcut works, in the order of the list. */
export const scopes = ['everywhere', 'importing', 'tables', 'explorer', 'records'] as const;
type Scope = (typeof scopes)[number];

interface Shortcut {
  scope: Scope;
  /** The keys of each command that its words name, as `Kbd` takes them: `Mod` is ⌘ on Apple machines and Ctrl elsewhere. */
  keys: Readonly<Record<string, string>>;
}

/** Every shortcut by the name of its words in the texts; the compiler refuses one that has no words, and words without a shortcut. */
export type Shortcuts = Readonly<Record<Exclude<keyof typeof texts, Scope>, Shortcut>>;

/** The one list: handlers register by the name of a command, and buttons, menus and the list of shortcuts show it. */
export const shortcuts = {
  palette: { scope: 'everywhere', keys: { palette: 'Mod+K' } },
  help: { scope: 'everywhere', keys: { help: '?', helpInText: 'Mod+/' } },
  // Base UI listens for it.
  told: { scope: 'everywhere', keys: { notifications: 'F6' } },
  nextStep: { scope: 'importing', keys: { nextStep: 'Mod+Enter' } },
  find: { scope: 'tables', keys: { findTable: '/' } },
  sendCall: { scope: 'explorer', keys: { sendCall: 'Mod+Enter' } },
  move: { scope: 'records', keys: { left: '←', up: '↑', down: '↓', right: '→' } },
  rowEnds: { scope: 'records', keys: { rowStart: 'Home', rowEnd: 'End' } },
  pages: { scope: 'records', keys: { pageUp: 'PgUp', pageDown: 'PgDn' } },
  extend: { scope: 'records', keys: { extend: 'Shift+→' } },
  all: { scope: 'records', keys: { selectAll: 'Mod+A' } },
  whole: { scope: 'records', keys: { selectRow: 'Shift+Space', selectColumn: 'Mod+Space' } },
  edit: { scope: 'records', keys: { edit: 'Enter', editToo: 'F2' } },
  cancel: { scope: 'records', keys: { cancel: 'Esc' } },
  clear: { scope: 'records', keys: { clear: 'Delete' } },
  copy: { scope: 'records', keys: { copy: 'Mod+C', cut: 'Mod+X', paste: 'Mod+V' } },
  fill: { scope: 'records', keys: { fillDown: 'Mod+D', fillRight: 'Mod+R' } },
  fillTyped: { scope: 'records', keys: { fillTyped: 'Mod+Enter' } },
  setValue: { scope: 'records', keys: { setValue: 'Mod+Enter' } },
  newRecord: { scope: 'records', keys: { newRecord: 'Mod+Shift+Enter' } },
  undo: { scope: 'records', keys: { undo: 'Mod+Z', redo: 'Mod+Y' } },
  open: { scope: 'records', keys: { openRecord: 'Space' } },
  openFile: { scope: 'records', keys: { openFile: 'Enter' } },
  findText: { scope: 'records', keys: { findText: 'Mod+F' } },
  findNext: { scope: 'records', keys: { findNext: 'F3', findPrevious: 'Shift+F3' } },
  goToRow: { scope: 'records', keys: { goToRow: 'Mod+G' } },
  ends: { scope: 'records', keys: { firstRow: 'Mod+Home', lastRow: 'Mod+End' } },
  review: { scope: 'records', keys: { review: 'Mod+S' } },
  sendReviewed: { scope: 'records', keys: { sendReviewed: 'Mod+Enter' } },
  addCondition: { scope: 'records', keys: { addCondition: 'Mod+Shift+F' } },
  orCondition: { scope: 'records', keys: { orCondition: 'Alt+Enter' } },
  applyFilter: { scope: 'records', keys: { applyFilter: 'Mod+Enter' } },
  menu: { scope: 'records', keys: { menu: 'Shift+F10' } },
  heads: { scope: 'records', keys: { toHeads: '↑' } },
  toCells: { scope: 'records', keys: { toCells: 'Esc' } },
  columnMenu: { scope: 'records', keys: { columnMenu: 'Alt+↓' } },
  moveColumn: { scope: 'records', keys: { columnLeft: 'Alt+Shift+←', columnRight: 'Alt+Shift+→' } },
} as const satisfies Shortcuts;

type KeysOf<Each> = Each extends { keys: infer Keys } ? keyof Keys : never;
export type Command = KeysOf<(typeof shortcuts)[keyof typeof shortcuts]>;

const keysByCommand: Record<Command, string> = Object.assign({}, ...Object.values(shortcuts).map(({ keys }) => keys));

/** The keys of a command, for `Kbd` and menus. */
export function keysOf(command: Command): string {
  return keysByCommand[command];
}

/** The keys of commands, for `aria-keyshortcuts`. */
export function ariaKeysOf(...commands: Command[]): string {
  const names = Object.entries(writtenKeys);
  return commands
    .map((command) =>
      names.reduce((keys, [key, written]) => keys.replace(written, key), keysOf(command).replace('Mod', 'Control')),
    )
    .join(' ');
}

/** What of a key event counts. */
interface Press {
  key: string;
  ctrlKey?: boolean;
  metaKey?: boolean;
  altKey?: boolean;
  shiftKey?: boolean;
}

const writtenKeys: Record<string, string> = {
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Escape: 'Esc',
};

/** A key event as the list writes it: `Mod+Shift+Enter`. A sign is itself, whether or not its key takes Shift on this keyboard. */
export function strokeOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string {
  const isSign = [...key].length === 1 && !/[\p{L} ]/u.test(key);
  const name = key === ' ' ? 'Space' : (writtenKeys[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  return `${ctrlKey || metaKey ? 'Mod+' : ''}${altKey ? 'Alt+' : ''}${shiftKey && !isSign ? 'Shift+' : ''}${name}`;
}

/** Whether a key event is that of a command. */
export function isPressed(command: Command, event: Press): boolean {
  return strokeOf(event) === keysOf(command);
}

type Handlers = { [command in Command]?: (event: KeyboardEvent) => void };

/**
 * Answers commands wherever the focus is, as long as the component is drawn.
 * @param first before what has the focus, which may keep its keys to itself
 */
export function useShortcuts(handlers: Handlers, first = false): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // What fills in forms sends events without a key.
    if (event.isComposing || event.key === undefined) return;
    const command = (Object.keys(handlers) as Command[]).find((each) => isPressed(each, event));
    if (command) handlers[command]?.(event);
  });
  // With what is drawn, not a moment later: the first key is heard.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen, first);
    return () => document.removeEventListener('keydown', listen, first);
  }, [first]);
}
