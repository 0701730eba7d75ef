import { connectionFor, openEnvironments, restoreConnection } from '../../credentials/connection';
import { lockConnections } from '../../credentials/lock';
import { type UnfinishedJob, unfinishedJobs } from '../../jobs/ledger/unfinished-jobs';
import { type Unreadable, unreadableDrafts, unreadableJobs } from '../../jobs/ledger/unreadable';
import { draftNews } from '../../storage/change-broadcast';
import { dropColumnCopies } from '../../storage/column-choices';
import { database } from '../../storage/database';
import { forgetSnapshots, listSnapshots } from '../../storage/snapshot-files';
import { usage, wipeEndedJobs } from '../../storage/storage-usage';
import { readJobs } from '../../storage/stored-jobs';

/** Kinds of things that this browser keeps for the console. */
export const storedKinds = ['keys', 'drafts', 'jobs', 'columns', 'snapshots', 'small'] as const;
export type StoredKind = (typeof storedKinds)[number];

export interface Stored {
  counts: Record<StoredKind, number>;
  /** What this version cannot read. */
  unreadable: Unreadable[];
  /** Bytes used by this origin, as the browser reports; null if it does not. */
  bytes: number | null;
  /** The browser promised not to drop the database when space runs out. */
  persisted: boolean;
}

/** Counts of everything that is kept here. @throws where the browser denies its database */
export async function readStored(): Promise<Stored> {
  const used = await usage();
  return {
    counts: {
      keys: keyedEnvironments().length,
      drafts: used.drafts,
      jobs: used.jobs,
      columns: used.tableSettings,
      snapshots: (await listSnapshots()).length,
      small: namesIn(() => localStorage).length,
    },
    unreadable: [...(await unreadableJobs(null)), ...(await unreadableDrafts())],
    bytes: used.bytes,
    persisted: used.persisted,
  };
}

/** Whether something is of a key that this tab has, or of none that can be read: it is shown to no other key. */
export function isOfOpenKey({ owner: { environment, identity } }: Unreadable): boolean {
  return environment === '' || identity === '' || connectionFor(environment)?.client.identity === identity;
}

const sealedPrefix = 'connection:';

/** The environments whose key is sealed in this tab. */
function sealedEnvironments(): string[] {
  return namesIn(() => sessionStorage)
    .filter((name) => name.startsWith(sealedPrefix))
    .map((name) => name.slice(sealedPrefix.length));
}

/** Nothing where the browser denies storage. */
function namesIn(storage: () => Storage): string[] {
  try {
    return Object.keys(storage());
  } catch {
    return [];
  }
}

/** The environments that this tab has a key for, sealed or, where the browser denies storage, in memory alone. */
function keyedEnvironments(): string[] {
  return [...new Set([...sealedEnvironments(), ...openEnvironments()])];
}

/** The jobs that stop when the keys that this tab has end. */
export async function jobsOfKeys(): Promise<UnfinishedJob[]> {
  const connections = await Promise.all(keyedEnvironments().map((environment) => restoreConnection(environment)));
  const ofKeys = connections.map(async (connection) => {
    if (!connection) return [];
    const { environment, identity } = connection.client;
    return unfinishedJobs({ environment: environment.name, identity });
  });
  return (await Promise.all(ofKeys)).flat();
}

/** Ends the keys that this tab has, and a provider's secrets beside them, in every tab. Unsent changes and jobs stay, and are there again with the same key. */
export function wipeKeys(): Promise<void> {
  return lockConnections(keyedEnvironments());
}

/** Deletes the unsent changes of every key. */
export async function wipeDrafts(): Promise<void> {
  const owners = ownersOf(await database.drafts.toCollection().primaryKeys());
  await database.transaction('rw', database.drafts, database.draftSteps, async () => {
    await database.drafts.clear();
    await database.draftSteps.clear();
  });
  for (const [environment, identity] of owners) draftNews.tell({ environment, identity, table_id: null }, 'also-here');
}

/** Deletes every job that has ended, of every key, with the values before; one that runs keeps its rows, and so does one that cannot be read. */
export async function wipeJobs(): Promise<void> {
  const ended = readJobs(await database.jobs.filter(({ open }) => open === 0).toArray());
  const owners = ownersOf(ended.map(({ environment, identity }) => [environment, identity]));
  for (const [environment, identity] of owners) await wipeEndedJobs({ environment, identity });
}

function ownersOf(keys: readonly (readonly string[])[]): [environment: string, identity: string][] {
  const owners = new Map(
    keys.map(([environment = '', identity = '']) => [`${environment}\n${identity}`, [environment, identity]]),
  );
  return [...owners.values()] as [string, string][];
}

/** Deletes the columns, views and filters that were chosen for tables. */
export async function wipeColumns(): Promise<void> {
  await database.tableSettings.clear();
  dropColumnCopies();
}

/** Deletes the rows that were loaded for insight, of every key. @throws where a tab keeps them */
export async function wipeSnapshots(): Promise<void> {
  await forgetSnapshots();
  if ((await listSnapshots()).length > 0) throw new Error('Rows loaded for insight are still there.');
}

/** Deletes small things: theme, language, places, saved connections, the request budget. */
export function wipeSmall(): void {
  localStorage.clear();
}

/** Deletes every database and storage of this origin; the page must be reloaded after it. */
export async function wipeAll(): Promise<void> {
  await wipeKeys();
  await forgetSnapshots();
  sessionStorage.clear();
  localStorage.clear();
  await database.delete();
  // The halves of seals have a database of their own.
  for (const { name } of (await indexedDB.databases?.()) ?? []) if (name) indexedDB.deleteDatabase(name);
}
