import { useCallback, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Filter } from '../../contract/filter';
import { type Analysis, formatAnalysis, parseAnalysis } from '../../insight/questions/analysis';
import { formatRecordsAddress, readRecordsAddress } from '../../url/records-address';

/** The parameter of the analysis; the others are those of the records page. */
const parameter = 'analysis';

interface InsightSearch {
  analysis: Analysis;
  /** Filter of the records page that led here. */
  filter: Filter | null;
  /** Puts a change of the analysis into the address; `replace` leaves no step of back and forward. */
  change(change: Partial<Analysis>, replace?: boolean): void;
}

/** What the address of this page holds: the whole analysis, and the filter of the rows. */
export function useInsightSearch(): InsightSearch {
  const [parameters, setParameters] = useSearchParams();
  const text = parameters.get(parameter) ?? '';
  const others = recordsPart(parameters);
  const analysis = useMemo(() => parseAnalysis(text), [text]);
  const filter = useMemo(() => readRecordsAddress(new URLSearchParams(others)).search.filter, [others]);
  // Two changes in one moment are one: the address of the first has not come when the second is made.
  const pending = useRef({ from: analysis, to: analysis });
  const change = useCallback(
    (next: Partial<Analysis>, replace = false) => {
      const now = pending.current.from === analysis ? pending.current.to : analysis;
      const to = { ...now, ...next };
      pending.current = { from: analysis, to };
      setParameters(new URLSearchParams(withAnalysis(others, to)), { replace });
    },
    [analysis, others, setParameters],
  );
  return { analysis, filter, change };
}

/** The search part of the records page with the same filter. */
function recordsPart(parameters: URLSearchParams): string {
  return formatRecordsAddress({ ...readRecordsAddress(parameters).search, record: null, field: null });
}

function withAnalysis(others: string, analysis: Analysis): string {
  const parameters = new URLSearchParams(others);
  const text = formatAnalysis(analysis);
  if (text !== '') parameters.set(parameter, text);
  return parameters.toString();
}
