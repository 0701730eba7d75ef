import { Link } from 'react-router-dom';
import { classNames } from '../hooks/class-names';
import styles from './tabs.module.css';

interface LinkTabsProps {
  /** The name of the group. */
  label: string;
  items: readonly { to: string; label: string; isCurrent: boolean }[];
}

/** Two to five pages about the same thing, beside each other: links that look like tabs. */
export function LinkTabs({ label, items }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={classNames(styles.segmented, styles.fit)}>
      {items.map(({ to, label, isCurrent }) => (
        <Link
          key={label}
          to={to}
          aria-current={isCurrent ? 'page' : undefined}
          data-active={isCurrent || undefined}
          className={styles.tab}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
