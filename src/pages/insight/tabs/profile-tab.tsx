import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Cell } from '../../../insight/engine/answer';
import { isNumeric } from '../../../insight/questions/column-sql';
import type { Bar, ColumnProfile } from '../../../insight/questions/profile';
import type { Selection } from '../../../insight/questions/selection';
import type { SnapshotColumn } from '../../../insight/snapshot/snapshot-column';
import { Badge } from '../../../ui/display/badge';
import { Skeleton } from '../../../ui/display/skeleton';
import { findingText } from '../group/stands-out';
import styles from '../insight.module.css';
import { QueryFailed } from '../query-failed';
import type { TabProps } from '../tab-props';
import { type CellTexts, useCellTexts } from '../use-cell-text';
import { useProfile } from '../use-profile';

/** Figures of every column, with its distribution and what is odd in it. */
export function ProfileTab({ data, analysis, onRows }: TabProps) {
  const t = useTranslations('insight');
  const profile = useProfile(data);
  const { columns } = data.source;
  if (profile.error) return <QueryFailed error={profile.error} />;
  if (!profile.data) return <Skeleton look="rows" rows={10} />;
  return (
    <>
      <p className={styles.lead}>
        {t('profileLead', { columns: profile.data.columns.length, rows: profile.data.rows })}{' '}
        {t('timing', { ms: profile.data.ms })}
      </p>
      <ul className={styles.profiles}>
        {profile.data.columns.map((each) => {
          const column = columns.find(({ id }) => id === each.column);
          return column ? (
            <ProfileRow
              key={each.column}
              column={column}
              profile={each}
              isOpen={analysis.column === each.column}
              onRows={onRows}
            />
          ) : null;
        })}
      </ul>
    </>
  );
}

interface ProfileRowProps {
  column: SnapshotColumn;
  profile: ColumnProfile;
  /** It was asked for: it is scrolled to. */
  isOpen: boolean;
  onRows(selection: Selection, name: string): void;
}

function ProfileRow({ column, profile, isOpen, onRows }: ProfileRowProps) {
  const t = useTranslations('insight');
  const words = useTranslations('grid.words');
  const texts = useCellTexts();
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) place.current?.scrollIntoView({ block: 'center' });
  }, [isOpen]);
  const { id, label } = column;
  const written = isNumeric(column) ? texts.number : texts.cell;
  const textOf = (value: Cell) => (value === null ? null : written(value));
  const all = Math.max(1, profile.rows);
  const states = [
    ['filled', t('filled'), profile.filled],
    ['empty', words('empty'), profile.empty],
    ['null', words('null'), profile.null],
    ['notSet', words('missing'), profile.notSet],
  ] as const;
  return (
    <li ref={place} className={styles.profile} data-open={isOpen || undefined}>
      <h2 className={styles.profileName}>
        {label}
        <span className={styles.quiet}>{t(`types.${column.type}`)}</span>
      </h2>
      <div className={styles.states}>
        {states
          .filter(([, , count]) => count > 0)
          .map(([is, name, count]) => (
            <button
              key={is}
              type="button"
              className={styles.state}
              onClick={() => onRows([{ column: id, is }], `${label}: ${name}`)}
            >
              {name} <b>{texts.count(count)}</b> <span className={styles.quiet}>{texts.share(count / all)}</span>
            </button>
          ))}
      </div>
      <dl className={styles.facts}>
        <Fact name={t('measures.distinct')} value={texts.count(profile.distinct)} />
        <Fact name={t('measures.min')} value={textOf(profile.min)} />
        <Fact name={t('measures.median')} value={textOf(profile.median)} />
        <Fact name={t('measures.average')} value={textOf(profile.mean)} />
        <Fact name={t('measures.max')} value={textOf(profile.max)} />
        <Fact name={t('deviation')} value={textOf(profile.deviation)} />
        <Fact name={t('measures.yes')} value={profile.yes === null ? null : texts.share(profile.yes)} />
        <Fact
          name={t(column.isList ? 'entries' : 'length')}
          value={
            profile.length === null || column.type !== 'text'
              ? null
              : `${texts.count(profile.length.min)}–${texts.count(profile.length.max)}`
          }
        />
      </dl>
      <Bars profile={profile} label={label} texts={texts} written={written} onRows={onRows} />
      {profile.oddities.length === 0 ? null : (
        <ul className={styles.oddities}>
          {profile.oddities.map((oddity) => {
            const found = findingText({ ...oddity, of: profile.rows }, t, texts.share);
            return (
              <li key={oddity.kind}>
                <button
                  type="button"
                  className={styles.badgeButton}
                  onClick={() => onRows(oddity.selection, `${label}: ${found}`)}
                >
                  <Badge tone="staged">{found}</Badge>
                  {oddity.example === null ? null : <span className={styles.example}>{written(oddity.example)}</span>}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}

/** A histogram as upright bars, frequent values as lying ones with their text. */
function Bars({
  profile,
  label,
  texts,
  written,
  onRows,
}: {
  profile: ColumnProfile;
  label: string;
  texts: CellTexts;
  /** A value of the column. */
  written: CellTexts['cell'];
  onRows: ProfileRowProps['onRows'];
}) {
  const t = useTranslations('insight');
  const { bars, isHistogram, rest } = profile;
  const most = Math.max(1, ...bars.map(({ rows }) => rows));
  if (bars.length === 0) return <span className={styles.quiet}>{t('noValues')}</span>;
  const nameOf = ({ value, to }: Bar) => (to === null ? written(value) : `${written(value)} – ${written(to)}`);
  return (
    <div>
      <ul
        className={isHistogram ? styles.histogram : styles.topValues}
        aria-label={t('distribution', { column: label })}
      >
        {bars.map((bar) => {
          const name = nameOf(bar);
          const size = `${(100 * bar.rows) / most}%`;
          return (
            <li key={name}>
              <button
                type="button"
                title={t('rowsOf', { name, value: texts.count(bar.rows) })}
                aria-label={isHistogram ? t('rowsOf', { name, value: texts.count(bar.rows) }) : undefined}
                disabled={bar.rows === 0}
                onClick={() => onRows(bar.selection, `${label}: ${name}`)}
              >
                {isHistogram ? (
                  <span className={styles.upright} style={{ height: size }} />
                ) : (
                  <>
                    <span className={styles.topName}>{name === '' ? '“”' : name}</span>{' '}
                    <span className={styles.topBar}>
                      <span style={{ width: size }} />
                    </span>
                    <span className={styles.topCount}>{texts.count(bar.rows)}</span>
                  </>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      {isHistogram ? (
        <div className={styles.axis}>
          <span>{written(bars[0]?.value ?? null)}</span>
          <span>{written(bars.at(-1)?.to ?? bars.at(-1)?.value ?? null)}</span>
        </div>
      ) : rest > 0 ? (
        <span className={styles.quiet}>{t('moreValues', { count: rest })}</span>
      ) : null}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string | null }) {
  if (value === null) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd title={value}>{value}</dd>
    </div>
  );
}
