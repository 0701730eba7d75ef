import { useTranslations } from 'use-intl';
import { Kbd } from './kbd';
import styles from './shortcuts-list.module.css';

const groups = [
  {
    title: 'everywhere',
    shortcuts: [
      { does: 'palette', keys: ['Mod+K'] },
      { does: 'help', keys: ['?', 'Mod+/'] },
      // Base UI listens for it.
      { does: 'told', keys: ['F6'] },
    ],
  },
  { title: 'importing', shortcuts: [{ does: 'nextStep', keys: ['Mod+Enter'] }] },
  { title: 'tables', shortcuts: [{ does: 'find', keys: ['/'] }] },
  {
    title: 'records',
    shortcuts: [
      { does: 'move', keys: ['←', '↑', '↓', '→'] },
      { does: 'rowEnds', keys: ['Home', 'End'] },
      { does: 'pages', keys: ['PgUp', 'PgDn'] },
      { does: 'extend', keys: ['Shift+→'] },
      { does: 'all', keys: ['Mod+A'] },
      { does: 'whole', keys: ['Shift+Space', 'Mod+Space'] },
      { does: 'edit', keys: ['Enter', 'F2'] },
      { does: 'cancel', keys: ['Esc'] },
      { does: 'clear', keys: ['Delete'] },
      { does: 'copy', keys: ['Mod+C', 'Mod+X', 'Mod+V'] },
      { does: 'fill', keys: ['Mod+D', 'Mod+R'] },
      { does: 'fillTyped', keys: ['Mod+Enter'] },
      { does: 'setValue', keys: ['Mod+Enter'] },
      { does: 'newRecord', keys: ['Mod+Shift+Enter'] },
      { does: 'undo', keys: ['Mod+Z', 'Mod+Y'] },
      { does: 'open', keys: ['Space'] },
      { does: 'findText', keys: ['Mod+F'] },
      { does: 'findNext', keys: ['F3', 'Shift+F3'] },
      { does: 'goToRow', keys: ['Mod+G'] },
      { does: 'ends', keys: ['Mod+Home', 'Mod+End'] },
      { does: 'review', keys: ['Mod+S'] },
      { does: 'menu', keys: ['Shift+F10'] },
      { does: 'heads', keys: ['↑'] },
      { does: 'columnMenu', keys: ['Alt+↓'] },
      { does: 'moveColumn', keys: ['Alt+Shift+←', 'Alt+Shift+→'] },
    ],
  },
] as const;

/** Every keyboard shortcut, by where it works. */
export function ShortcutsList() {
  const t = useTranslations('shortcuts');
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <section key={group.title} aria-label={t(group.title)}>
          <h3 className={styles.title}>{t(group.title)}</h3>
          <dl>
            {group.shortcuts.map((shortcut) => (
              <div key={shortcut.does} className={styles.shortcut}>
                <dt>{t(shortcut.does)}</dt>
                <dd>
                  {shortcut.keys.map((keys) => (
                    <Kbd key={keys} keys={keys} />
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
