import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { RowChange } from '../../../insight/questions/compare';
import { Badge } from '../../../ui/display/badge';
import { ScrollRegion } from '../../../ui/display/scroll-region';
import { formatRecordsAddress } from '../../../url/records-address';
import styles from '../insight.module.css';
import { useValueText } from '../rows/record-table';
import type { Compared } from './use-compared';

interface ChangesTableProps {
  rows: readonly RowChange[];
  compared: Compared;
  labelOf(id: string): string;
  recordsPath(search: string): string;
}

const tones = { added: 'good', removed: 'bad', changed: 'staged', same: 'neutral' } as const;

/** Rows with what became of them: of changed ones each field with both values. */
export function ChangesTable({ rows, compared, labelOf, recordsPath }: ChangesTableProps) {
  const t = useTranslations('insight');
  const valueText = useValueText();
  const { own, before, after } = compared;
  const kindOf = (side: 'before' | 'after', id: string) =>
    (side === 'before' ? before : after).columns.find((column) => column.id === id) ?? { kind: 'text' as const };

  const nameOf = (row: RowChange) => {
    const record = row[own];
    const title = row[own]?.title ?? row[own === 'before' ? 'after' : 'before']?.title;
    const key = row.key.join(' · ');
    return (
      <>
        {record === null ? (
          key
        ) : (
          <Link
            className={styles.figure}
            aria-label={t('openRecord', { id: record.id })}
            to={recordsPath(formatRecordsAddress({ record: record.id }))}
          >
            {key}
          </Link>
        )}
        {title && !row.key.includes(title) ? <span className={styles.quiet}> {title}</span> : null}
      </>
    );
  };

  return (
    <ScrollRegion aria-label={t('changesShown')} className={styles.scroll}>
      <table className={styles.table} aria-label={t('changesShown')}>
        <thead>
          <tr>
            {(['change', 'row', 'field', 'old', 'new'] as const).map((head) => (
              <th key={head} scope="col">
                {t(`changeHeads.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row) => {
          const { kind } = row;
          const fields = kind === 'changed' ? row.fields : [null];
          return (
            <tbody key={`${kind} ${row.key.join(' ')}`}>
              {fields.map((field, index) => (
                <tr key={field?.before ?? ''}>
                  {index > 0 ? null : (
                    <>
                      <td rowSpan={fields.length}>
                        <Badge tone={tones[kind]}>{t(`changes.${kind}`)}</Badge>
                      </td>
                      <th scope="rowgroup" rowSpan={fields.length}>
                        {nameOf(row)}
                      </th>
                    </>
                  )}
                  {field === null ? (
                    <td colSpan={3} className={styles.example}>
                      {row.fields.map((each) => (
                        <span key={each.before} className={styles.setField}>
                          <span className={styles.quiet}>{labelOf(each[own])}</span>{' '}
                          {kind === 'added'
                            ? valueText(each.new, kindOf('after', each.after))
                            : valueText(each.old, kindOf('before', each.before))}
                        </span>
                      ))}
                    </td>
                  ) : (
                    <>
                      <td>{labelOf(field[own])}</td>
                      <td className={styles.whole}>
                        <del className={styles.old}>{valueText(field.old, kindOf('before', field.before))}</del>
                      </td>
                      <td className={styles.whole}>
                        <ins className={styles.new}>{valueText(field.new, kindOf('after', field.after))}</ins>
                      </td>
                    </>
                  )}
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
    </ScrollRegion>
  );
}
