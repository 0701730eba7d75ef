import type { ComponentProps } from 'react';
import styles from './visually-hidden.module.css';

/** Text for those who listen instead of look. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className={styles.hidden} />;
}
