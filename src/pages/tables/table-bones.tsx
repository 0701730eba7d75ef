import { Bone } from '../../ui/display/skeleton';
import styles from './table-list.module.css';

/** Where a table will be: what comes takes its place without moving anything. */
export function TableBones({ wide }: { wide: boolean }) {
  return (
    <div className={styles.link}>
      <Bone width="16px" height="16px" />
      <span className={styles.name}>
        <Bone width="9em" />
      </span>
      <span className={styles.id}>
        <Bone width="14em" />
      </span>
      {wide ? (
        <>
          <span className={styles.fact}>
            <Bone width="10em" />
          </span>
          <span className={styles.fact}>
            <Bone width="7em" />
          </span>
        </>
      ) : null}
    </div>
  );
}
