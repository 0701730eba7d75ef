import styles from './environment-dot.module.css';

/** The colour of an environment; its name stands beside it. */
export function EnvironmentDot({ colour }: { colour: string }) {
  return <span className={styles.dot} data-colour={colour} aria-hidden="true" />;
}
