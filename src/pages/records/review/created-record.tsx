import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Id } from '../../../contract/ids';
import { Button } from '../../../ui/form/button';
import type { RecordPlace } from '../rows/find-record';

/** How a record that was just created is shown. */
export interface CreatedRecords {
  /** Names the query that it is looked for in. */
  queryKey: readonly string[];
  find(id: Id, signal: AbortSignal): Promise<RecordPlace>;
  /** Selects its row, unless the user is busy elsewhere. @param asked the user has pressed a button for it */
  show(id: Id, row: number, asked: boolean): void;
  /** Opens it beside the rows, also where those do not have it. */
  open(id: Id): void;
}

interface CreatedRecordProps {
  /** The record, the first of those that its job created. */
  id: Id;
  count: number;
  created: CreatedRecords;
}

/** Shows a new record in its row; if no row has it, says why, and how to see it. */
export function CreatedRecord({ id, count, created }: CreatedRecordProps) {
  const t = useTranslations('changes');
  const { data: place } = useQuery({
    queryKey: ['created-record', id, ...created.queryKey],
    queryFn: ({ signal }) => created.find(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const row = place?.row ?? null;
  const [shown, setShown] = useState(false);
  const show = useEffectEvent((row: number) => {
    if (shown) return;
    setShown(true);
    created.show(id, row, false);
  });
  useEffect(() => {
    if (row !== null) show(row);
  }, [row]);
  return (
    <>
      <span role="status">
        {place?.row === null ? t(place.isHidden ? 'createdHidden' : 'createdElsewhere', { count }) : null}
      </span>
      {place ? (
        <Button size="small" onClick={() => (row === null ? created.open(id) : created.show(id, row, true))}>
          {t('showCreated', { count })}
        </Button>
      ) : null}
    </>
  );
}
