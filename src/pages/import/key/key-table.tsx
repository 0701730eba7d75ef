import { Fragment, useId } from 'react';
import { useTranslations } from 'use-intl';
import { joinSentences } from '../../../texts/join-sentences';
import {
  byChance,
  coverageOf,
  isById,
  isSafe,
  type KeyExample,
  type KeyFinding,
  type KeyVerdict,
  leavesFewOut,
  verdictOf,
} from '../../../transfer/in/key/key-quality';
import { Badge, type Tone } from '../../../ui/display/badge';
import { DataTable } from '../../../ui/display/data-table';
import { useJoin } from '../../../ui/hooks/use-phrases';
import { Examples, Panel, Small } from '../step-parts';
import { type KeyChoice, sameKey } from '../wizard';
import styles from './key-table.module.css';
import type { TableKeys } from './use-table-keys';

interface KeyTableProps {
  findings: readonly KeyFinding[];
  chosen: KeyChoice | null;
  best: KeyChoice | null;
  /** As it was chosen for a file with this header before. */
  remembered: KeyChoice | null;
  /** The file has record IDs: rows with one are matched by it, whatever the key (4.5 rule 4). */
  hasId: boolean;
  nameOf(fieldId: string): string;
  table: TableKeys;
  onChoose(key: KeyChoice): void;
}

/** Every key that was judged, best first; one is chosen. */
export function KeyTable({ findings, chosen, best, remembered, hasId, nameOf, table, onChoose }: KeyTableProps) {
  const t = useTranslations('import.key');
  const name = useId();
  const count = (number: number) => (number === 0 ? t('none') : t('rows', { count: number }));
  return (
    <Panel role="radiogroup" aria-label={t('choose')}>
      <DataTable
        label={t('title')}
        heads={[t('fields'), t('empty'), t('duplicates'), t('near'), t('table'), t('verdict')]}
      >
        {findings.map((finding) => {
          const { fields } = finding;
          const own = fields.map(nameOf).join(' + ');
          const label = hasId && !isById(fields) ? t('idElse', { fields: own }) : own;
          const isChosen = sameKey(chosen, fields);
          const inTable = table.duplicatesOf(fields);
          return (
            <Fragment key={label}>
              <tr aria-selected={isChosen} className={styles.keyRow}>
                <td>
                  <label className={styles.radio}>
                    <input type="radio" name={name} checked={isChosen} onChange={() => onChoose(fields)} />
                    {label}
                  </label>
                </td>
                <td data-label={t('empty')}>
                  {count(finding.empty)}
                  <Small as="div">{t('covers', { share: coverageOf(finding), rows: finding.rows })}</Small>
                </td>
                <td data-label={t('duplicates')}>{count(finding.duplicates)}</td>
                <td data-label={t('near')}>{count(finding.similar)}</td>
                <td data-label={t('table')}>
                  {isById(fields) || inTable === 0
                    ? t('none')
                    : inTable === null
                      ? t('notLooked')
                      : t('records', { count: inTable })}
                </td>
                <td data-label={t('verdict')}>
                  <Verdict finding={finding} inTable={inTable} best={sameKey(best, fields)} />{' '}
                  {sameKey(remembered, fields) ? <Badge tone="accent">{t('remembered')}</Badge> : null}
                </td>
              </tr>
              {isChosen ? <KeyExamples finding={finding} inTable={inTable} /> : null}
            </Fragment>
          );
        })}
      </DataTable>
    </Panel>
  );
}

/** Columns of the table. */
const columns = 6;

const verdicts = {
  useless: { tone: 'bad', text: 'useless' },
  'id-first': { tone: 'neutral', text: 'idFirst' },
  safe: { tone: 'good', text: 'safe' },
  'safe-in-file': { tone: 'neutral', text: 'safeInFile' },
  usable: { tone: 'staged', text: 'usable' },
  'usable-but': { tone: 'staged', text: 'usableBut' },
  // The number of skipped rows says more than “not safe”.
  unsafe: { tone: 'bad', text: 'leavesOut' },
} as const satisfies Record<KeyVerdict, { tone: Tone; text: string }>;

interface VerdictProps {
  finding: KeyFinding;
  inTable: number | null;
  best: boolean;
}

function Verdict({ finding, inTable, best }: VerdictProps) {
  const t = useTranslations('import.key');
  const verdict = verdictOf(finding, inTable);
  const count = finding.duplicates + finding.empty;
  const { tone, text } = verdicts[verdict];
  const proposable = (isSafe(finding) || leavesFewOut(finding)) && !inTable;
  return (
    <>
      {inTable ? <Badge tone="staged">{t('several')}</Badge> : null}{' '}
      {inTable && count === 0 ? null : <Badge tone={tone}>{t(text, { count })}</Badge>}{' '}
      {/* The best of the unsafe keys is preselected, but not suggested. */}
      {best && proposable ? <Badge tone="accent">{t('best')}</Badge> : null}
    </>
  );
}

function KeyExamples({ finding, inTable }: Omit<VerdictProps, 'best'>) {
  const t = useTranslations('import.key');
  const join = useJoin();
  const line = ({ text, lines }: KeyExample) => (
    <li key={text} className={styles.asWritten}>
      {t('lines', { text, lines: join(lines) })}
    </li>
  );
  return (
    <tr className={styles.keyExamples}>
      <td colSpan={columns}>
        <Examples>
          {finding.byId > 0 ? <li>{t('byIdText', { count: finding.byId })}</li> : null}
          {byChance(finding) ? <li>{t('byChanceText')}</li> : null}
          {finding.empty > 0 ? (
            <li>
              {joinSentences(
                t(isById(finding.fields) ? 'emptyIdText' : 'emptyText'),
                t('emptyLines', { count: finding.empty, lines: join(finding.emptyLines) }),
              )}
            </li>
          ) : null}
          {finding.duplicates > 0 ? <li>{t('duplicatesText')}</li> : null}
          {finding.duplicateExamples.slice(0, 3).map(line)}
          {finding.similar > 0 ? <li>{t('comparableKey')}</li> : null}
          {finding.similarExamples.slice(0, 3).map(line)}
          {inTable ? <li>{t('tableText', { count: inTable })}</li> : null}
        </Examples>
      </td>
    </tr>
  );
}
