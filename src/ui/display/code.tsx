import { CopyButton } from '../form/button';
import { classNames } from '../hooks/class-names';
import styles from './code.module.css';
import { ScrollText } from './scroll-region';

interface CodeProps {
  text: string;
  /** The name of the copy button. */
  label?: string;
  /** Lines break instead of scrolling. */
  wrap?: boolean;
  /** Lower than its content: scrolls. */
  maxHeight?: 'small' | 'medium' | 'none';
}

/** A block of code or wire text, exactly as it is, with a way to copy it. */
export function Code({ text, label, wrap, maxHeight = 'medium' }: CodeProps) {
  return (
    <div className={styles.block}>
      <ScrollText className={classNames(styles.pre, wrap && styles.wrap, styles[maxHeight])}>{text}</ScrollText>
      <div className={styles.copy}>
        <CopyButton text={text} label={label} />
      </div>
    </div>
  );
}
