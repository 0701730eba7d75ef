import { CopyButton } from '../form/button';
import { classNames } from '../hooks/class-names';
import styles from './code.module.css';

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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling block must be reachable by keyboard */}
      <pre tabIndex={0} className={classNames(styles.pre, wrap && styles.wrap, styles[maxHeight])}>
        {text}
      </pre>
      <div className={styles.copy}>
        <CopyButton text={text} label={label} />
      </div>
    </div>
  );
}
