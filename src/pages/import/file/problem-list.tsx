import { useTranslations } from 'use-intl';
import { underscored } from '../../../grid/columns/column-label';
import { breaksRow, isOfCell, type ProblemKind, problemKinds } from '../../../transfer/in/source/rows';
import type { FileFacts } from '../../../transfer/in/worker/import-protocol';
import { isUnderstood } from '../../../transfer/in/worker/is-understood';
import { Notice } from '../../../ui/display/notice';
import { Checkbox } from '../../../ui/form/checkbox';
import { useJoin } from '../../../ui/hooks/use-phrases';
import { Small } from '../step-parts';
import styles from './problem-list.module.css';
import type { Source } from './use-source';

/** Lines that are named for one kind of problem; all are counted. */
const shownLines = 12;

/** What is wrong with the file, by kind, with the lines. */
export function ProblemList({ source, facts }: { source: Source; facts: FileFacts }) {
  const t = useTranslations('import');
  const join = useJoin();
  const { counts } = facts.problems;
  const kinds = problemKinds.filter((kind) => counts[kind]);
  const empty = facts.columns
    .filter(({ name, index }) => name === '' && (facts.profiles[index]?.filled ?? 0) > 0)
    .map(({ index }) => index + 1);
  const duplicates = new Map<string, number[]>();
  for (const { name, index, isRepeated } of facts.columns) {
    if (isRepeated) duplicates.set(name, [...(duplicates.get(name) ?? []), index + 1]);
  }
  const headers = facts.headerLine > 0 && (empty.length > 0 || duplicates.size > 0);
  if (isUnderstood(facts))
    return <Small as="p">{t(facts.delimiter === null ? 'problems.noneOther' : 'problems.none')}</Small>;
  // In the header such a problem breaks no row.
  const broken = facts.broken > 0 ? kinds.filter(breaksRow) : [];
  const odd = facts.broken > 0 ? kinds.filter((kind) => !breaksRow(kind)) : kinds;
  const line = (kind: ProblemKind) => (
    <ProblemLine key={kind} kind={kind} problems={facts.problems} places={facts.places} />
  );
  return (
    <>
      {broken.length > 0 ? (
        <Notice tone="bad" title={t('problems.left', { count: facts.broken })}>
          <ul aria-label={t('problems.leftTitle')} className={styles.problems}>
            {broken.map(line)}
          </ul>
        </Notice>
      ) : null}
      {odd.length > 0 || headers ? (
        <Notice tone="staged" title={t('problems.title')}>
          <ul aria-label={t('problems.title')} className={styles.problems}>
            {odd.map(line)}
            {facts.headerLine > 0 && empty.length > 0 ? (
              <li>{t('emptyHeaders', { count: empty.length, columns: join(empty) })}</li>
            ) : null}
            {[...duplicates].map(([name, columns]) => (
              <li key={name}>{t('duplicateHeaders', { name, columns: join(columns) })}</li>
            ))}
          </ul>
          <SheetOffers source={source} counts={counts} />
        </Notice>
      ) : null}
    </>
  );
}

/** What can be done about merged and hidden cells. */
function SheetOffers({ source, counts }: { source: Source; counts: FileFacts['problems']['counts'] }) {
  const t = useTranslations('import.problems');
  const { choice } = source;
  const hasHidden = counts['hidden-row'] || counts['hidden-column'];
  if (!counts.merged && !hasHidden) return null;
  return (
    <div className={styles.offers}>
      {counts.merged ? (
        <Checkbox
          label={t('fillMerged')}
          checked={choice.fillMerged ?? false}
          onChange={(fillMerged) => source.choose({ ...choice, fillMerged })}
        />
      ) : null}
      {hasHidden ? (
        <Checkbox
          label={t('skipHidden')}
          checked={choice.skipHidden ?? false}
          onChange={(skipHidden) => source.choose({ ...choice, skipHidden })}
        />
      ) : null}
    </div>
  );
}

/** One kind of problem with the lines that have it. */
function ProblemLine({
  kind,
  problems: { counts, first },
  places,
}: {
  kind: ProblemKind;
  problems: FileFacts['problems'];
  places: FileFacts['places'];
}) {
  const t = useTranslations('import.problems');
  const common = useTranslations('common');
  const join = useJoin();
  const own = first.filter((problem) => problem.kind === kind);
  const unit = unitOf(kind) ?? `${places}s`;
  const numbers = [...new Set(own.map(({ line, detail }) => (unitOf(kind) ? detail : line)))];
  const shown = numbers.slice(0, shownLines);
  const about = { count: shown.length, lines: join(shown), more: (counts[kind] ?? 0) - shown.length };
  const detail = isShown(kind) ? own[0]?.detail : undefined;
  return (
    <li>
      <b>{t(underscored(kind))}</b>
      {common('colon')}
      {t(unit, about)}
      {detail ? <code className={styles.excerpt}>{detail}</code> : null}
    </li>
  );
}

/** What a problem is in where that is not a line, and its detail names it. */
function unitOf(kind: ProblemKind): 'columns' | 'sheets' | null {
  return kind === 'hidden-column' ? 'columns' : kind === 'no-sheet' ? 'sheets' : null;
}

/** Whether the first place with such a problem says something: of a line that is too long, the whole of it does not. */
function isShown(kind: ProblemKind): boolean {
  return kind === 'merged' || isOfCell(kind) || (breaksRow(kind) && kind !== 'long-row');
}
