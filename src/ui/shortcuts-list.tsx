import { useTranslations } from 'use-intl';
import { Kbd } from './kbd';
import styles from './shortcuts-list.module.css';

const groups = [
  {
    title: 'shortcutsEverywhere',
    shortcuts: [
      { does: 'shortcutPalette', keys: ['Mod+K'] },
      { does: 'shortcutHelp', keys: ['?'] },
    ],
  },
  { title: 'shortcutsTables', shortcuts: [{ does: 'shortcutFind', keys: ['/'] }] },
  {
    title: 'shortcutsRecords',
    shortcuts: [
      { does: 'shortcutMove', keys: ['←', '↑', '↓', '→'] },
      { does: 'shortcutExtend', keys: ['Shift+→'] },
      { does: 'shortcutAll', keys: ['Mod+A'] },
      { does: 'shortcutEdit', keys: ['Enter', 'F2'] },
      { does: 'shortcutCancel', keys: ['Esc'] },
      { does: 'shortcutClear', keys: ['Delete'] },
      { does: 'shortcutCopy', keys: ['Mod+C', 'Mod+X', 'Mod+V'] },
      { does: 'shortcutFill', keys: ['Mod+D', 'Mod+R'] },
      { does: 'shortcutSetValue', keys: ['Mod+Enter'] },
      { does: 'shortcutNewRecord', keys: ['Mod+Shift+Enter'] },
      { does: 'shortcutUndo', keys: ['Mod+Z', 'Mod+Y'] },
      { does: 'shortcutOpen', keys: ['Space'] },
      { does: 'shortcutGoToRow', keys: ['Mod+G'] },
      { does: 'shortcutEnds', keys: ['Mod+Home', 'Mod+End'] },
      { does: 'shortcutReview', keys: ['Mod+S'] },
      { does: 'shortcutMenu', keys: ['Shift+F10'] },
      { does: 'shortcutHeads', keys: ['↑'] },
      { does: 'shortcutColumnMenu', keys: ['Alt+↓'] },
      { does: 'shortcutMoveColumn', keys: ['Alt+Shift+←', 'Alt+Shift+→'] },
    ],
  },
] as const;

/** Every keyboard shortcut, by where it works. */
export function ShortcutsList() {
  const t = useTranslations('frame');
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
