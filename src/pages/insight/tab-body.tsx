import { lazyPart } from '../../ui/layout/lazy-part';
import { GroupTab } from './group/group-tab';
import styles from './insight.module.css';
import { SnapshotNotices } from './snapshot-bar';
import type { TabProps } from './tab-props';
import { DuplicatesTab } from './tabs/duplicates-tab';
import { FindTab } from './tabs/find-tab';
import { ProfileTab } from './tabs/profile-tab';

// With the readers of files.
const CompareTab = lazyPart(async () => (await import('./compare/compare-tab')).CompareTab);
// With its editor.
const SqlTab = lazyPart(async () => (await import('./tabs/sql-tab')).SqlTab);

const parts = {
  group: GroupTab,
  profile: ProfileTab,
  duplicates: DuplicatesTab,
  compare: CompareTab,
  find: FindTab,
  sql: SqlTab,
} as const;

/** The chosen way to look at the rows. */
export function TabBody(props: TabProps) {
  const { data, control, analysis } = props;
  const Part = parts[analysis.tab];
  return (
    <>
      <SnapshotNotices control={control} isPartial={data.isPartial} />
      <section className={styles.body}>
        <Part {...props} />
      </section>
    </>
  );
}
