import { useTranslations } from 'use-intl';
import { isById, type KeyFinding } from '../../../transfer/in/key/key-doctor';
import styles from '../import.module.css';

interface KeyConsequenceProps {
  finding: KeyFinding;
  nameOf(fieldId: string): string;
}

/** What the chosen key does with the rows of this file, in numbers, as far as the file alone tells it. */
export function KeyConsequence({ finding, nameOf }: KeyConsequenceProps) {
  const t = useTranslations('import.key.consequence');
  const { fields, rows, byId, empty, unfit, doubles } = finding;
  const names = fields.map(nameOf).join(' + ');
  const rest = rows - byId - empty;
  return (
    <p role="status" className={styles.consequence}>
      {isById(fields) ? (
        t('idAlone', { count: rest })
      ) : (
        <>
          {byId > 0 ? `${t('byId', { count: byId })} ` : null}
          {rest > 0 || byId === 0 ? t('byFields', { count: rest, fields: names }) : t('idMissing', { fields: names })}
        </>
      )}
      {doubles > 0 ? <b> {t('doubles', { count: doubles })}</b> : null}
      {empty > 0 ? <b> {t('empty', { count: empty })}</b> : null}
      {unfit > 0 ? ` ${t('unfit', { count: unfit })}` : null}
    </p>
  );
}
