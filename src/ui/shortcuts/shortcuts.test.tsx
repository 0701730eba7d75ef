import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { afterEach, expect, test, vi } from 'vitest';
import { commandOf } from '../../grid/keyboard';
import { en } from '../../texts/en';
import { ariaKeysOf, isPressed, keysOf, type Shortcuts, shortcuts, strokeOf } from './shortcuts';
import { ShortcutsList } from './shortcuts-list';

afterEach(() => void vi.unstubAllGlobals());

test('a shortcut without text, keys or known scope is refused by the compiler', () => {
  const whole: Shortcuts = shortcuts;
  // @ts-expect-error: its description is missing
  const wordless: Shortcuts = { ...shortcuts, madeUp: { scope: 'tables', keys: { madeUp: 'Mod+M' } } };
  // @ts-expect-error: no keys
  const keyless: Shortcuts = { ...shortcuts, find: { scope: 'tables' } };
  // @ts-expect-error: no place in the list
  const nowhere: Shortcuts = { ...shortcuts, find: { scope: 'made-up', keys: { findTable: '/' } } };
  // @ts-expect-error: words without a shortcut
  const lacking: Shortcuts = { find: shortcuts.find };
  expect([whole, wordless, keyless, nowhere, lacking]).toHaveLength(5);
});

test('every shortcut is listed, with its text and keys', () => {
  vi.stubGlobal('navigator', { platform: 'Linux' });
  const html = renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={en}>
      <ShortcutsList />
    </IntlProvider>,
  );
  for (const words of Object.keys(shortcuts) as (keyof typeof shortcuts)[]) expect(html).toContain(en.shortcuts[words]);
  const keys = Object.values(shortcuts).flatMap((shortcut) => Object.values(shortcut.keys));
  expect(html.match(/<kbd/g)).toHaveLength(keys.length);
});

test('every command has a name of its own', () => {
  const names = Object.values(shortcuts).flatMap(({ keys }) => Object.keys(keys));
  expect(new Set(names).size).toBe(names.length);
});

test.each([
  [{ key: 'k', metaKey: true }, 'Mod+K'],
  [{ key: 'Enter', ctrlKey: true, shiftKey: true }, 'Mod+Shift+Enter'],
  [{ key: '?', shiftKey: true }, '?'],
  [{ key: '/', ctrlKey: true, shiftKey: true }, 'Mod+/'],
  [{ key: ' ', shiftKey: true }, 'Shift+Space'],
  [{ key: 'ArrowLeft', altKey: true, shiftKey: true }, 'Alt+Shift+←'],
])('%o is written %s', (press, stroke) => {
  expect(strokeOf(press)).toBe(stroke);
});

test('a command matches its keys and no others', () => {
  expect(isPressed('findText', { key: 'f', ctrlKey: true })).toBe(true);
  expect(isPressed('findText', { key: 'f', ctrlKey: true, altKey: true })).toBe(false);
  expect(isPressed('findPrevious', { key: 'F3' })).toBe(false);
  expect(ariaKeysOf('columnMenu', 'columnLeft')).toBe('Alt+ArrowDown Alt+Shift+ArrowLeft');
  expect(keysOf('undo')).toBe('Mod+Z');
});

test('the grid’s commands use the keys shown in the list', () => {
  const press = { undo: { key: 'z' }, redo: { key: 'y' }, fillDown: { key: 'd' }, goToRow: { key: 'g' } } as const;
  for (const [command, keys] of Object.entries(press)) {
    expect(isPressed(command as keyof typeof press, { ...keys, ctrlKey: true })).toBe(true);
    expect(commandOf({ ...keys, ctrlKey: true })).not.toBeNull();
  }
});
