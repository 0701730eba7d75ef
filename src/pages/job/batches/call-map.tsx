import { memo, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { CallSummary } from '../../../jobs/ledger/use-jobs';
import { Badge } from '../../../ui/display/badge';
import { useJoin } from '../../../ui/hooks/use-phrases';
import { Card } from '../../../ui/layout/card';
import styles from './batches.module.css';

/** More cells than this cannot be told apart by eye. */
const mostCells = 980;

const tones: Record<MapState, 'good' | 'bad' | 'unknown' | 'accent' | 'neutral'> = {
  good: 'good',
  bad: 'bad',
  unknown: 'unknown',
  accepted: 'accent',
  sending: 'accent',
  waiting: 'neutral',
  quiet: 'neutral',
};

/** Every call as a small square: where a job is, and where it hurts. */
export function CallMap({ calls, count }: { calls: readonly CallSummary[]; count: number }) {
  const t = useTranslations('jobs');
  const join = useJoin();
  const cells = useMemo(() => mapCells(calls, mostCells), [calls]);
  const present = mapStates.filter((state) => cells.some((cell) => cell.state === state));
  const summary = join(
    present.map((state) => `${t(`mapState.${state}`)} ${cells.filter((cell) => cell.state === state).length}`),
  );
  return (
    <Card
      title={t('calls')}
      note={t('callsNote', { calls: count })}
      actions={
        <span className={styles.legend}>
          {present.map((state) => (
            <Badge key={state} tone={tones[state]}>
              {t(`mapState.${state}`)}
            </Badge>
          ))}
        </span>
      }
    >
      <div role="img" aria-label={t('map', { summary })} className={styles.map}>
        {cells.map((cell) => (
          <Square key={cell.first} {...cell} />
        ))}
      </div>
    </Card>
  );
}

/** Drawn again only where its calls have got on: there are a thousand, and the map changes four times a second. */
const Square = memo(function Square({ first, last, rows, state }: MapCell) {
  const t = useTranslations('jobs');
  const said = t(`mapState.${state}`);
  const title =
    first === last ? t('mapOne', { number: first, state: said, rows }) : t('mapSeveral', { first, last, state: said });
  return <i data-state={state} title={title} />;
});

/** What a cell of the map shows: the worst of what its calls hold. */
const mapStates = ['bad', 'unknown', 'sending', 'accepted', 'waiting', 'good', 'quiet'] as const;
type MapState = (typeof mapStates)[number];

/** `first`, `last`: its calls, counted from 1 among those that are sent. */
interface MapCell {
  first: number;
  last: number;
  rows: number;
  state: MapState;
}

type MapCall = Pick<CallSummary, 'state' | 'counts' | 'size'>;

/** What one call shows. */
export function mapStateOf({ state, counts }: MapCall): MapState {
  if (state === 'left-out') return 'quiet';
  if (state === 'waiting' || state === 'sending') return state;
  if ((counts.refused ?? 0) + (counts.differs ?? 0) > 0) return 'bad';
  if ((counts.unknown ?? 0) + (counts.reported ?? 0) > 0) return 'unknown';
  return (counts.accepted ?? 0) > 0 ? 'accepted' : 'good';
}

/** Cells for the calls to be sent, at most `most`: beyond that each stands for several consecutive calls. */
export function mapCells(calls: readonly MapCall[], most: number): MapCell[] {
  const sent = calls.filter(({ state }) => state !== 'left-out');
  const each = Math.max(1, Math.ceil(sent.length / most));
  const cells: MapCell[] = [];
  for (let start = 0; start < sent.length; start += each) {
    const group = sent.slice(start, start + each);
    const states = new Set(group.map(mapStateOf));
    cells.push({
      first: start + 1,
      last: start + group.length,
      rows: group.reduce((sum, { size }) => sum + size, 0),
      state: mapStates.find((state) => states.has(state)) ?? 'good',
    });
  }
  return cells;
}
