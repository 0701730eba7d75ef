import { type ComponentProps, type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { isSingle, type Selection } from '../../grid/selection/selection';
import type { SummarySource } from '../../grid/selection/selection-summary';
import { useDimmed } from '../../grid/use-dimmed';
import type { TablePlace } from '../../storage/database';
import { Button } from '../../ui/form/button';
import { lazyPart, useIdleWork } from '../../ui/layout/lazy-part';
import { Popover } from '../../ui/overlay/popover';
import { leadsToCells } from './leads-to-cells';
import type { Drift } from './rows/drift';
import type { Extent } from './rows/extent';
import type { RowFormProps } from './rows/go-to-row';
import type { CountState } from './rows/use-count';
import type { RecordPages } from './rows/use-record-pages';
import styles from './status-bar.module.css';

const later = () => import('./later');
const DriftText = lazyPart(async () => (await later()).DriftText);
const SummaryToggle = lazyPart(async () => (await later()).SummaryToggle);
const AnswerText = lazyPart(async () => (await later()).AnswerText);
const CopiedText = lazyPart(async () => (await later()).CopiedText);
const SelectionText = lazyPart(async () => (await later()).SelectionText);
const CountFailed = lazyPart(async () => (await later()).CountFailed);

/** Wide: one line that says what every other part of the page knows. */
interface StatusBarProps {
  extent: Extent;
  pages: Pick<RecordPages, 'loading' | 'older' | 'latest'>;
  /** No more rows were found, so that a full page does not mean that more follow. */
  pastEnd: boolean;
  count: CountState;
  selection: Selection;
  source: SummarySource;
  /** How many cells of the selection were copied; null when none were. */
  copied: number | null;
  goToRow: Pick<ComponentProps<typeof GoToRow>, 'open' | 'onOpenChange' | 'onGo' | 'onLast'>;
  /** The rows are counted to go to the last one. */
  findingEnd: boolean;
  drift: Drift;
  place: TablePlace;
  /** Pinned columns that scroll for want of room. */
  gaveWay: number;
  onReadAgain(): void;
  /** Back to the cells. */
  onLeave(): void;
}

const value = (parts: ReactNode) => <span className={styles.value}>{parts}</span>;

/** What is known of the rows, of the selection and of the last answer. */
export function StatusBar(props: StatusBarProps) {
  const { extent, pages, count, selection, copied, drift, gaveWay } = props;
  const t = useTranslations('records');
  const older = useDimmed(pages.older);
  // Those who listen hear that a count begins and how it ends, not each step between.
  const [begun, setBegun] = useState(count.counting);
  if ((begun === null) !== (count.counting === null)) setBegun(count.counting);
  // Its code comes beside every sentence of the console: not at the moment when the first rows are drawn.
  const isIdle = useIdleWork();
  return (
    <section
      aria-label={t('status')}
      className={styles.bar}
      onKeyDown={(event) => {
        if (leadsToCells(event)) props.onLeave();
      }}
    >
      <span aria-live="polite" aria-busy={count.counting !== begun}>
        <GoToRow {...props.goToRow} exactly={extent.exactly}>
          {count.counting === null ? (
            <Rows extent={extent} loading={pages.loading} older={older} pastEnd={props.pastEnd} />
          ) : (
            t.rich(props.findingEnd ? 'findingEnd' : 'counting', { v: value, count: count.counting })
          )}
        </GoToRow>
      </span>
      <CountButton extent={extent} count={count} />
      {count.error === null ? null : <CountFailed error={count.error} />}
      <span aria-live="polite" className={styles.driftArea}>
        {drift.twice.size + drift.vanished.size > 0 ? (
          <DriftText drift={drift} onReadAgain={props.onReadAgain} />
        ) : null}
      </span>
      <span aria-live="polite" className={styles.gaveWay} title={t('gaveWayText')}>
        {gaveWay > 0 ? t('gaveWay', { count: gaveWay }) : null}
      </span>
      <span aria-live="polite" className={isSingle(selection) ? styles.unsaid : styles.selection}>
        {isSingle(selection) ? null : (
          <SelectionText selection={selection} source={props.source} exact={extent.exactly !== null} />
        )}
      </span>
      <span aria-live="polite" className={styles.copied}>
        {copied === null ? null : <CopiedText cells={copied} />}
      </span>
      {isIdle ? <SummaryToggle place={props.place} /> : null}
      <span className={styles.end}>{pages.latest && isIdle ? <AnswerText latest={pages.latest} /> : null}</span>
    </section>
  );
}

/** One button for all of it, so that it keeps the focus; none where the number is known anyway. */
function CountButton({ extent, count }: Pick<StatusBarProps, 'extent' | 'count'>) {
  const t = useTranslations('records');
  const counting = count.counting !== null;
  const counted = extent.source === 'count';
  if (!counting && extent.exactly !== null && !counted) return null;
  return (
    <Button
      kind="ghost"
      size="small"
      tooltip={counting ? undefined : t('countTip')}
      onClick={() => (counting ? count.stop() : count.start(extent.exactly === null ? extent.atLeast : 0))}
    >
      {t(counting ? 'stop' : counted ? 'countAgain' : 'count')}
    </Button>
  );
}

function Rows({
  extent,
  loading,
  older,
  pastEnd,
}: {
  extent: Extent;
  loading: boolean;
  older: boolean;
  pastEnd: boolean;
}) {
  const t = useTranslations('records');
  const format = useFormatter();
  if (loading) return t('rowsUnknown');
  if (older) return t('rowsOlder');
  const { exactly, atLeast, source, countedAt } = extent;
  if (exactly === null) {
    return t.rich(atLeast <= 100 && !pastEnd ? 'rowsRead' : 'rowsAtLeast', { v: value, count: atLeast });
  }
  if (source === 'count' && countedAt !== null) {
    const time = format.dateTime(countedAt, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    return t.rich('rowsCounted', { v: value, count: exactly, time });
  }
  return t.rich(source === 'service' ? 'declaredRows' : 'rowsExactly', { v: value, count: exactly });
}

interface GoToRowProps extends Omit<RowFormProps, 'onDone'> {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** What is known of the rows: pressing on it opens. */
  children: ReactNode;
}

const RowForm = lazyPart(async () => (await later()).RowForm);

/** Asks for the number of a row and goes there. */
function GoToRow({ open, onOpenChange, exactly, onGo, onLast, children }: GoToRowProps) {
  const t = useTranslations('records');
  return (
    <Popover
      label={t('goToRow')}
      open={open}
      onOpenChange={onOpenChange}
      align="start"
      trigger={
        <button type="button" className={styles.rows} title={t('goToRowTip')}>
          {children}
          <span className="visually-hidden">{` · ${t('goToRow')}`}</span>
        </button>
      }
    >
      <RowForm exactly={exactly} onGo={onGo} onLast={onLast} onDone={() => onOpenChange(false)} />
    </Popover>
  );
}
