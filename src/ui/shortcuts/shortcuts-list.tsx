import { useTranslations } from 'use-intl';
import { Kbd } from './kbd';
import { scopes, shortcuts } from './shortcuts';
import styles from './shortcuts-list.module.css';

type Words = keyof typeof shortcuts;
const entries = Object.entries(shortcuts) as [Words, (typeof shortcuts)[Words]][];

/** Every keyboard shortcut, by where it works. */
export function ShortcutsList() {
  const t = useTranslations('shortcuts');
  return (
    <div className={styles.groups}>
      {scopes.map((scope) => (
        <section key={scope} aria-label={t(scope)}>
          <h3 className={styles.title}>{t(scope)}</h3>
          <dl>
            {entries.map(([words, shortcut]) =>
              shortcut.scope === scope ? (
                <div key={words} className={styles.shortcut}>
                  <dt>{t(words)}</dt>
                  <dd>
                    {Object.values(shortcut.keys).map((keys) => (
                      <Kbd key={keys} keys={keys} />
                    ))}
                  </dd>
                </div>
              ) : null,
            )}
          </dl>
        </section>
      ))}
    </div>
  );
}
