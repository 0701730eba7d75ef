import { type Command, keysOf, strokeOf } from '../ui/shortcuts/shortcuts';
import type { Target } from './selection/selection';

/** What of a key event counts. */
export type KeyPress = Pick<KeyboardEvent, 'key'> &
  Partial<Pick<KeyboardEvent, 'code' | 'keyCode' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'isComposing'>>;

export type GridCommand =
  | { do: 'move'; target: Target; extend: boolean }
  | { do: 'select-all' | 'select-row' | 'select-column' | 'collapse' }
  | { do: 'edit' | 'clear' | 'undo' | 'redo' | 'fill-down' | 'fill-right' | 'open' | 'review' | 'go-to-row' | 'menu' }
  | { do: 'set-value' | 'new-record' }
  /** A character that starts an edit; it reaches the editor on its own. */
  | { do: 'type' };

export type EditCommand = { do: 'commit'; next: 'up' | 'down' | 'left' | 'right' | 'fill' } | { do: 'cancel' };

/**
 * A key that an input method is working on. 229 is what browsers report for it, also before `compositionstart`; Safari reports the Enter that ends a
 * composition with 229 after it.
 */
export function isComposing(press: KeyPress): boolean {
  return press.isComposing === true || press.keyCode === 229 || press.key === 'Process' || press.key === 'Dead';
}

const arrows: Record<string, [step: Target, edge: Target]> = {
  ArrowUp: ['up', 'top'],
  ArrowDown: ['down', 'bottom'],
  ArrowLeft: ['left', 'row-start'],
  ArrowRight: ['right', 'row-end'],
};

const byName = {
  selectAll: { do: 'select-all' },
  selectRow: { do: 'select-row' },
  selectColumn: { do: 'select-column' },
  edit: { do: 'edit' },
  editToo: { do: 'edit' },
  cancel: { do: 'collapse' },
  clear: { do: 'clear' },
  fillDown: { do: 'fill-down' },
  fillRight: { do: 'fill-right' },
  setValue: { do: 'set-value' },
  newRecord: { do: 'new-record' },
  undo: { do: 'undo' },
  redo: { do: 'redo' },
  openRecord: { do: 'open' },
  goToRow: { do: 'go-to-row' },
  review: { do: 'review' },
  menu: { do: 'menu' },
} as const satisfies { [name in Command]?: GridCommand };

/** By keys; with those that do the same and are in no list. Copy, cut and paste arrive as clipboard events: no permission is asked for. */
const commands = new Map<string, GridCommand>([
  ...(Object.keys(byName) as (keyof typeof byName)[]).map((name) => [keysOf(name), byName[name]] as const),
  ['Backspace', byName.clear],
  ['ContextMenu', byName.menu],
  ['Mod+Shift+Z', byName.redo],
]);

/** The command of a key while no cell is being edited; null when the key is not the grid's (Tab leaves the grid). */
export function commandOf(press: KeyPress): GridCommand | null {
  if (isComposing(press)) return press.key === 'Dead' ? { do: 'type' } : null;
  const { key, shiftKey: extend = false, altKey = false } = press;
  const command = press.ctrlKey === true || press.metaKey === true;
  // The key of a head's menu: in a cell the browser would scroll.
  if (altKey && !command) return strokeOf({ key, altKey }) === keysOf('columnMenu') ? byName.menu : null;
  const arrow = arrows[key];
  if (arrow) return { do: 'move', target: arrow[command ? 1 : 0], extend };
  switch (key) {
    case 'Home':
      return { do: 'move', target: command ? 'first' : 'row-start', extend };
    case 'End':
      return { do: 'move', target: command ? 'last' : 'row-end', extend };
    case 'PageUp':
      return command ? null : { do: 'move', target: 'page-up', extend };
    case 'PageDown':
      return command ? null : { do: 'move', target: 'page-down', extend };
  }
  const stroke = strokeOf(press);
  const found = commands.get(stroke) ?? commands.get(stroke.replace('Shift+', ''));
  if (found || command) return found ?? null;
  return [...key].length === 1 ? { do: 'type' } : null;
}

/**
 * The command of a key inside an editor.
 * @param multiline Enter with Shift or Alt makes a line; with Ctrl or ⌘ it fills the selection, as in a spreadsheet
 * @param quick the edit began by typing: the arrows leave the cell, as in a spreadsheet
 */
export function editCommandOf(press: KeyPress, multiline: boolean, quick: boolean): EditCommand | null {
  if (isComposing(press)) return null;
  const { key, shiftKey: shift = false, altKey: alt = false } = press;
  switch (key) {
    case 'Escape':
      return { do: 'cancel' };
    case 'Tab':
      return { do: 'commit', next: shift ? 'left' : 'right' };
    case 'Enter':
      if (press.ctrlKey || press.metaKey) return { do: 'commit', next: 'fill' };
      if (multiline && (shift || alt)) return null;
      return { do: 'commit', next: shift ? 'up' : 'down' };
    case 'ArrowUp':
      return quick ? { do: 'commit', next: 'up' } : null;
    case 'ArrowDown':
      return quick ? { do: 'commit', next: 'down' } : null;
    case 'ArrowLeft':
      return quick ? { do: 'commit', next: 'left' } : null;
    case 'ArrowRight':
      return quick ? { do: 'commit', next: 'right' } : null;
    default:
      return null;
  }
}

/** A card is one whole, and opens by a key of its own: what acts on a cell or goes sideways has nothing to act on. */
export function isOfCards(command: GridCommand): boolean {
  if (command.do === 'move') return !['left', 'right', 'row-start', 'row-end'].includes(command.target);
  return ['collapse', 'undo', 'redo', 'review', 'go-to-row', 'new-record'].includes(command.do);
}
