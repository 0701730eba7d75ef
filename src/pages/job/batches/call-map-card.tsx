import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { CallSummary } from '../../../jobs/ledger/use-jobs';
import { Badge } from '../../../ui/display/badge';
import { useJoin } from '../../../ui/hooks/use-join';
import { Card } from '../../../ui/layout/page';
import styles from '../job.module.css';
import { type MapCell, type MapState, mapCells, mapStates } from './call-map';

/** More cells than this are not told apart by eye. */
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
  const say = ({ first, last, rows, state }: MapCell): string =>
    first === last
      ? t('mapOne', { number: first, state: t(`mapState.${state}`), rows })
      : t('mapSeveral', { first, last, state: t(`mapState.${state}`) });
  const summary = join(
    present.map((state) => `${t(`mapState.${state}`)} ${cells.filter((cell) => cell.state === state).length}`),
  );
  return (
    <Card
      title={t('calls')}
      note={t('callsNote', { calls: count })}
      actions={present.map((state) => (
        <Badge key={state} tone={tones[state]}>
          {t(`mapState.${state}`)}
        </Badge>
      ))}
    >
      <div role="img" aria-label={t('map', { summary })} className={styles.map}>
        {cells.map((cell) => (
          <i key={cell.first} data-state={cell.state} title={say(cell)} />
        ))}
      </div>
    </Card>
  );
}
