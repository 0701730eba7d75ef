import { cultureTables } from './culture';
import type { SeedTable } from './define';
import { reportTable } from './demo-files';
import { drillSeedTables, drillSpace } from './drills';
import { geographyTables } from './geography';
import { machineTables } from './machines';
import { natureTables } from './nature';
import { unitedStatesTables } from './united-states';

/** How much of the data a service starts with; by each size, records of a table at most. */
export const mostRecords = { full: Number.POSITIVE_INFINITY, medium: 10_000, small: 300, none: 0 } as const;
export type SeedSize = keyof typeof mostRecords;

export interface SeedSpace {
  number: number;
  name: string;
  createdOn: string;
  /** Whether its `ext` tables take updates (4.5 rule 2). */
  extQuota: boolean;
}

/** Number of the workspace that the narrow key is limited to. */
export const narrowSpace = 2;

export const seedSpaces: readonly SeedSpace[] = [
  { number: 1, name: 'Open Data', createdOn: '2025-01-14 07:58:03', extQuota: true },
  { number: narrowSpace, name: 'Climate Partners', createdOn: '2025-04-02 13:10:44', extQuota: false },
  { number: drillSpace, name: 'Failure drills', createdOn: '2025-05-05 06:12:30', extQuota: true },
];

/** Tables by number, which is the order they are shown and first filled in. */
export const seedTables: readonly SeedTable[] = [
  ...geographyTables,
  ...unitedStatesTables,
  ...machineTables,
  ...cultureTables,
  ...natureTables,
  reportTable,
  ...drillSeedTables,
].sort((a, b) => a.number - b.number);
