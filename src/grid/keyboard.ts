import type { Target } from './selection/selection';

/** What of a key event counts. */
export type KeyPress = Pick<KeyboardEvent, 'key'> &
  Partial<Pick<KeyboardEvent, 'code' | 'keyCode' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'isComposing'>>;

export type GridCommand =
  | { do: 'move'; target: Target; extend: boolean }
  | { do: 'select-all' | 'select-row' | 'select-column' | 'collapse' }
  | { do: 'edit' | 'clear' | 'undo' | 'redo' | 'fill-down' | 'fill-right' | 'open' | 'review' | 'go-to-row' | 'menu' }
  | { do: 'set-value' | 'new-record' }
  /** A character that begins an edit; it reaches the editor by itself. */
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

/** The command of a key while no cell is being edited; null when the key is not the grid's (Tab leaves the grid). */
export function commandOf(press: KeyPress): GridCommand | null {
  if (isComposing(press)) return press.key === 'Dead' ? { do: 'type' } : null;
  const { key, shiftKey: extend = false, altKey = false } = press;
  const command = press.ctrlKey === true || press.metaKey === true;
  if (altKey && !command) return null;
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
    case 'Enter':
      return { do: command ? (extend ? 'new-record' : 'set-value') : 'edit' };
    case 'F2':
      return command ? null : { do: 'edit' };
    case 'Delete':
    case 'Backspace':
      return command ? null : { do: 'clear' };
    case 'Escape':
      return { do: 'collapse' };
    case 'ContextMenu':
      return { do: 'menu' };
    case 'F10':
      return extend ? { do: 'menu' } : null;
    case ' ':
      if (command) return { do: 'select-column' };
      return extend ? { do: 'select-row' } : { do: 'open' };
  }
  if (command) return controlCommand(key.toLowerCase(), extend);
  return [...key].length === 1 ? { do: 'type' } : null;
}

function controlCommand(key: string, shift: boolean): GridCommand | null {
  switch (key) {
    case 'a':
      return { do: 'select-all' };
    case 'z':
      return { do: shift ? 'redo' : 'undo' };
    case 'y':
      return { do: 'redo' };
    case 'd':
      return { do: 'fill-down' };
    case 'r':
      return { do: 'fill-right' };
    case 'g':
      return { do: 'go-to-row' };
    case 's':
      return { do: 'review' };
    default:
      // Copy, cut and paste arrive as clipboard events: no permission is asked for.
      return null;
  }
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
