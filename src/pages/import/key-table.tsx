import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { isSafe, type KeyExample, type KeyFinding, leavesFewOut } from '../../transfer/in/key-doctor';
import { Badge } from '../../ui/badge';
import { DataTable } from '../../ui/data-table';
import { useJoin } from '../../ui/use-join';
import styles from './import.module.css';
import type { TableKeys } from './use-table-keys';
import { type KeyChoice, sameKey } from './wizard';

interface KeyTableProps {
  findings: readonly KeyFinding[];
  chosen: KeyChoice | null;
  best: KeyChoice | null;
  nameOf(fieldId: string): string;
  table: TableKeys;
  onChoose(key: KeyChoice): void;
}

/** Every key that was judged, best first; one is chosen. */
export function KeyTable({ findings, chosen, best, nameOf, table, onChoose }: KeyTableProps) {
  const t = useTranslations('import.key');
  const name = useId();
  const count = (number: number) => (number === 0 ? t('none') : t('rows', { count: number }));
  return (
    <div className={styles.panel} role="radiogroup" aria-label={t('choose')}>
      <DataTable label={t('title')}>
        <thead>
          <tr>
            <th>{t('fields')}</th>
            <th>{t('empty')}</th>
            <th>{t('doubles')}</th>
            <th>{t('near')}</th>
            <th>{t('table')}</th>
            <th>{t('verdict')}</th>
          </tr>
        </thead>
        <tbody>
          {findings.map((finding) => {
            const { fields } = finding;
            const label = fields.map(nameOf).join(' + ');
            const isChosen = sameKey(chosen, fields);
            const inTable = table.doublesOf(fields);
            return (
              <tr key={label} aria-selected={isChosen} className={styles.keyRow}>
                <td>
                  <label className={styles.radio}>
                    <input type="radio" name={name} checked={isChosen} onChange={() => onChoose(fields)} />
                    {label}
                  </label>
                  {isChosen ? <Examples finding={finding} inTable={inTable} /> : null}
                </td>
                <td>{count(finding.empty)}</td>
                <td>{count(finding.doubles)}</td>
                <td>{count(finding.near)}</td>
                <td>{isById(fields) ? t('none') : inTable === null ? t('notLooked') : count(inTable)}</td>
                <td>
                  <Verdict finding={finding} inTable={inTable} best={sameKey(best, fields)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </DataTable>
    </div>
  );
}

function Verdict({ finding, inTable, best }: { finding: KeyFinding; inTable: number | null; best: boolean }) {
  const t = useTranslations('import.key');
  const { rows, empty, doubles } = finding;
  const safe = isSafe(finding) && !inTable;
  const few = leavesFewOut(finding) && !inTable;
  const badge =
    empty === rows ? (
      <Badge tone="bad">{t('useless')}</Badge>
    ) : safe ? (
      <Badge tone="good">{inTable === null && !isById(finding.fields) ? t('safeInFile') : t('safe')}</Badge>
    ) : doubles === 0 && empty === 0 && !inTable ? (
      <Badge tone="staged">{t('usable')}</Badge>
    ) : few ? (
      <Badge tone="staged">{t('usableBut', { count: doubles + empty })}</Badge>
    ) : (
      <Badge tone="bad">{t('unsafe')}</Badge>
    );
  return (
    <>
      {/* The best of those that are not safe is chosen at first, but nobody would propose it. */}
      {badge} {best && (safe || few) ? <Badge tone="accent">{t('best')}</Badge> : null}
    </>
  );
}

function Examples({ finding, inTable }: { finding: KeyFinding; inTable: number | null }) {
  const t = useTranslations('import.key');
  const join = useJoin();
  const line = ({ text, lines }: KeyExample) => <li key={text}>{t('lines', { text, lines: join(lines) })}</li>;
  return (
    <ul className={styles.examples}>
      {finding.empty > 0 ? <li>{isById(finding.fields) ? t('emptyIdText') : t('emptyText')}</li> : null}
      {finding.doubles > 0 ? <li>{t('doublesText')}</li> : null}
      {finding.doubleExamples.slice(0, 3).map(line)}
      {finding.near > 0 ? <li>{t('nearText')}</li> : null}
      {finding.nearExamples.slice(0, 3).map(line)}
      {inTable ? <li>{t('tableText', { count: inTable })}</li> : null}
    </ul>
  );
}

function isById(fields: readonly string[]): boolean {
  return fields.length === 1 && fields[0] === 'item_id';
}
