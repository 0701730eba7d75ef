import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { type MeasureKind, measureKinds } from '../../../insight/questions/measure';
import { readTableSetting, type TablePlace, writeTableSetting } from '../../../storage/database';

const schema = v.object({ isShown: v.boolean(), measures: v.record(v.string(), v.picklist(measureKinds)) });
const nothing: v.InferOutput<typeof schema> = { isShown: false, measures: {} };

/** Whether the summary row of a table is shown, and which figure of each column, as this browser keeps it. */
export function useSummaryChoice(place: TablePlace) {
  const queryClient = useQueryClient();
  const queryKey = ['summary', place.environment, place.table_id];
  const { data: choice = nothing } = useQuery({
    queryKey,
    queryFn: async () => {
      const kept = await readTableSetting({ ...place, name: 'summary' }).catch(() => null);
      return v.parse(v.fallback(schema, nothing), kept);
    },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const change = (next: Partial<typeof choice>): void => {
    const changed = { ...choice, ...next };
    queryClient.setQueryData(queryKey, changed);
    // Where the browser keeps nothing, the choice lasts as long as the page.
    writeTableSetting({ ...place, name: 'summary' }, changed).catch(() => undefined);
  };
  return {
    ...choice,
    toggle: () => change({ isShown: !choice.isShown }),
    measure: (column: string, kind: MeasureKind) => change({ measures: { ...choice.measures, [column]: kind } }),
  };
}
