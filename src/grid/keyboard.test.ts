import { describe, expect, test } from 'vitest';
import { commandOf, editCommandOf, type GridCommand, type KeyPress } from './keyboard';

const control = { ctrlKey: true };
const shift = { shiftKey: true };

describe('keys of the grid', () => {
  test.each<[KeyPress, GridCommand | null]>([
    [{ key: 'ArrowDown' }, { do: 'move', target: 'down', extend: false }],
    [
      { key: 'ArrowDown', ...control },
      { do: 'move', target: 'bottom', extend: false },
    ],
    [
      { key: 'ArrowLeft', ...control, ...shift },
      { do: 'move', target: 'row-start', extend: true },
    ],
    [{ key: 'Home' }, { do: 'move', target: 'row-start', extend: false }],
    [
      { key: 'End', ...control },
      { do: 'move', target: 'last', extend: false },
    ],
    [
      { key: 'PageDown', ...shift },
      { do: 'move', target: 'page-down', extend: true },
    ],
    [{ key: 'a', ...control }, { do: 'select-all' }],
    [{ key: 'a', metaKey: true }, { do: 'select-all' }],
    [{ key: 'Enter' }, { do: 'edit' }],
    [{ key: 'Enter', ctrlKey: true }, { do: 'set-value' }],
    [{ key: 'Enter', metaKey: true, shiftKey: true }, { do: 'new-record' }],
    [{ key: 'F2' }, { do: 'edit' }],
    [{ key: 'Delete' }, { do: 'clear' }],
    [{ key: 'z', ...control }, { do: 'undo' }],
    [{ key: 'Z', ...control, ...shift }, { do: 'redo' }],
    [{ key: 'y', ...control }, { do: 'redo' }],
    [{ key: ' ' }, { do: 'open' }],
    [{ key: ' ', ...shift }, { do: 'select-row' }],
    [{ key: ' ', ...control }, { do: 'select-column' }],
    [{ key: 's', ...control }, { do: 'review' }],
    [{ key: 'g', ...control }, { do: 'go-to-row' }],
    [{ key: 'd', ...control }, { do: 'fill-down' }],
    [{ key: 'F10', ...shift }, { do: 'menu' }],
    [{ key: 'F10' }, null],
    [{ key: 'Tab' }, null],
    [{ key: 'c', ...control }, null],
    [{ key: 'v', ...control }, null],
    [{ key: 'x' }, { do: 'type' }],
    [{ key: '中' }, { do: 'type' }],
    [{ key: '😀' }, { do: 'type' }],
    [{ key: 'Shift' }, null],
    [{ key: 'ArrowLeft', altKey: true }, null],
    [{ key: 'ArrowDown', altKey: true }, { do: 'menu' }],
  ])('%j', (press, command) => {
    expect(commandOf(press)).toEqual(command);
  });

  test('a key used by an input method is left to it', () => {
    expect(commandOf({ key: 'Process', keyCode: 229 })).toBeNull();
    expect(commandOf({ key: 'n', isComposing: true })).toBeNull();
    expect(commandOf({ key: 'Enter', keyCode: 229 })).toBeNull();
  });
});

describe('keys of an editor', () => {
  test('Enter, Tab and Escape', () => {
    expect(editCommandOf({ key: 'Enter' }, false, false)).toEqual({ do: 'commit', next: 'down' });
    expect(editCommandOf({ key: 'Enter', ...shift }, false, false)).toEqual({ do: 'commit', next: 'up' });
    expect(editCommandOf({ key: 'Tab', ...shift }, false, false)).toEqual({ do: 'commit', next: 'left' });
    expect(editCommandOf({ key: 'Escape' }, false, false)).toEqual({ do: 'cancel' });
  });
  test('Enter with Ctrl or ⌘ fills the selection', () => {
    for (const multiline of [false, true]) {
      expect(editCommandOf({ key: 'Enter', ...control }, multiline, true)).toEqual({ do: 'commit', next: 'fill' });
      expect(editCommandOf({ key: 'Enter', metaKey: true }, multiline, false)).toEqual({ do: 'commit', next: 'fill' });
    }
  });
  test('the Enter that ends a composition commits nothing, and Escape ends only the composition', () => {
    for (const press of [
      { key: 'Enter', isComposing: true },
      { key: 'Enter', keyCode: 229 },
      { key: 'Process' },
      { key: 'Escape', isComposing: true },
      { key: 'Tab', keyCode: 229 },
    ]) {
      expect(editCommandOf(press, false, true)).toBeNull();
    }
  });
  test('arrows leave the cell only if editing began by typing', () => {
    expect(editCommandOf({ key: 'ArrowRight' }, false, true)).toEqual({ do: 'commit', next: 'right' });
    expect(editCommandOf({ key: 'ArrowRight' }, false, false)).toBeNull();
  });
  test('a line in a long text', () => {
    expect(editCommandOf({ key: 'Enter', ...shift }, true, false)).toBeNull();
    expect(editCommandOf({ key: 'Enter', altKey: true }, true, false)).toBeNull();
    expect(editCommandOf({ key: 'Enter' }, true, false)).toEqual({ do: 'commit', next: 'down' });
  });
});
