import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { AnalysisTab } from '../../insight/questions/analysis';
import { ColumnsIcon, CopyIcon, SearchIcon, TerminalIcon } from '../../ui/icons/icons';
import { BarsIcon, SwapIcon } from '../../ui/icons/later-icons';
import styles from './insight.module.css';

const tabs = [
  ['group', BarsIcon],
  ['profile', ColumnsIcon],
  ['duplicates', CopyIcon],
  ['compare', SwapIcon],
  ['find', SearchIcon],
  ['sql', TerminalIcon],
] as const satisfies readonly (readonly [AnalysisTab, unknown])[];

/** The ways to look at the rows, and beside them what is loaded. */
export function TabList({
  tab,
  onTab,
  children,
}: {
  tab: AnalysisTab;
  onTab(tab: AnalysisTab): void;
  children: ReactNode;
}) {
  const t = useTranslations('insight');
  return (
    <div className={styles.bar}>
      <nav aria-label={t('views')} className={styles.tabs}>
        {tabs.map(([value, Icon]) => (
          <button
            key={value}
            type="button"
            className={styles.tab}
            aria-current={value === tab || undefined}
            onClick={() => onTab(value)}
          >
            <Icon size={15} />
            {t(`tabs.${value}`)}
          </button>
        ))}
      </nav>
      {children}
    </div>
  );
}
