import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Completion } from '../../../insight/questions/sql-names';

interface EditorOptions {
  host: HTMLElement;
  text: string;
  label: string;
  completions(): readonly Completion[];
  onChange(text: string): void;
  /** @param text as it is in the editor, which whoever hears of changes may learn later */
  onRun(text: string): void;
  /** The focus went elsewhere. */
  onLeave(text: string): void;
}

export interface SqlEditor {
  set(text: string): void;
  /** Puts the caret at a place, and the focus into the editor. */
  goTo(at: number): void;
  close(): void;
}

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: tags.number, color: 'var(--unknown)' },
  { tag: tags.comment, color: 'var(--ink-3)' },
]);

const look = EditorView.theme({
  '&': {
    color: 'var(--ink)',
    backgroundColor: 'var(--panel)',
    fontSize: '13px',
    minHeight: '140px',
    maxHeight: '340px',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-scroller': { overflow: 'auto', minHeight: '140px', lineHeight: '1.5' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--ink-3)', border: '0' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { background: 'var(--accent-soft) !important' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', border: '1px solid var(--line)', borderRadius: '6px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--accent)', color: 'var(--accent-ink)' },
  '.cm-completionDetail': { color: 'inherit', opacity: '0.75' },
});

/**
 * An editor of SQL in a shadow tree: there its styles are adopted sheets, which the policy of the page allows, where it would refuse style elements.
 */
export function openEditor({ host, text, label, completions, onChange, onRun, onLeave }: EditorOptions): SqlEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(
          keymap.of([
            {
              key: 'Mod-Enter',
              run: ({ state }) => {
                onRun(state.doc.toString());
                return true;
              },
            },
          ]),
        ),
        lineNumbers(),
        history(),
        closeBrackets(),
        sql({ dialect: PostgreSQL }),
        autocompletion({
          override: [
            (context) => {
              const word = context.matchBefore(/"[^"]*|[\p{L}\p{N}_]*/u);
              if (!word || (word.from === word.to && !context.explicit)) return null;
              return {
                from: word.from,
                options: completions().map(({ label, insert, kind, detail }) => ({
                  label: insert,
                  displayLabel: label,
                  detail,
                  type: kind === 'column' ? 'property' : kind === 'table' ? 'class' : kind,
                  boost: kind === 'column' ? 2 : kind === 'table' ? 1 : 0,
                })),
              };
            },
          ],
        }),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        syntaxHighlighting(colors),
        syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
        placeholder('SELECT …'),
        look,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.domEventHandlers({
          blur: (_, { state }) => onLeave(state.doc.toString()),
          // Typing over marked text would have the browser write its look into a style attribute, which the policy refuses.
          beforeinput({ inputType, data }, { state, dispatch }) {
            if (inputType !== 'insertText' || data === null || state.selection.main.empty) return false;
            dispatch(state.update(state.replaceSelection(data), { scrollIntoView: true, userEvent: 'input.type' }));
            return true;
          },
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    set: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    goTo: (at) => {
      view.focus();
      view.dispatch({ selection: { anchor: Math.min(at, view.state.doc.length) }, scrollIntoView: true });
    },
    close: () => view.destroy(),
  };
}
