import styles from './kbd.module.css';

const appleNames: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↩' };
const otherNames: Record<string, string> = { Mod: 'Ctrl' };

/** Keys to press together, `Mod+K`: `Mod` is ⌘ on Apple machines and Ctrl elsewhere. */
export function Kbd({ keys }: { keys: string }) {
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
  const names = keys.split('+').map((key) => (isApple ? appleNames : otherNames)[key] ?? key);
  return <kbd className={styles.kbd}>{names.join(isApple ? '' : ' ')}</kbd>;
}
