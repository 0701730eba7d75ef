import type { ChartKind, PointsQuestion } from './charts';
import type { CompareQuestion } from './compare';
import type { DuplicatesQuestion } from './duplicates';
import type { FindQuestion } from './find';
import type { GroupQuestion } from './group';
import type { Selection } from './selection';

export const analysisTabs = ['group', 'profile', 'duplicates', 'compare', 'find', 'sql'] as const;
export type AnalysisTab = (typeof analysisTabs)[number];

/** What the page shows: it is in the address and in saved views. Null: nothing was chosen, the page proposes. */
export interface Analysis {
  tab: AnalysisTab;
  /** Rows that everything is asked of. */
  within: Selection;
  group: GroupQuestion | null;
  chart: ChartKind | null;
  points: PointsQuestion | null;
  /** Column of the profile that is open. */
  column: string | null;
  duplicates: DuplicatesQuestion | null;
  /** `with`: ID of a snapshot, chosen by the page. */
  compare: (CompareQuestion & { with: string }) | null;
  find: FindQuestion | null;
  sql: string | null;
}

export declare const emptyAnalysis: Analysis;

/** Compact text for the address; the empty text for the empty analysis. */
export declare function formatAnalysis(analysis: Analysis): string;

/** Never throws: what is unknown or broken is dropped. */
export declare function parseAnalysis(text: string): Analysis;
