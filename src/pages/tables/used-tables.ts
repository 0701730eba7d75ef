import { useEffect, useState } from 'react';
import { readRemembered, writeRemembered } from '../../storage/remembered';
import { type UsedAt, withUse } from './find-tables';

const nameOf = (env: string, space: string): string => `tables:${env}:${space}`;

function usedTables(env: string, space: string): UsedAt {
  const kept = readRemembered(nameOf(env, space));
  const entries = Object.entries(typeof kept === 'object' && kept !== null ? kept : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

/**
 * When each table of a workspace was opened last; notes the one that is open. The order of the list is taken when the list appears or the workspace
 * changes: a list that reorders under the hand is worse than one that is a little behind.
 */
export function useUsedTables(env: string, space: string, openTable: string | undefined): UsedAt {
  const [seen, setSeen] = useState({ env, space, usedAt: usedTables(env, space), open: openTable !== undefined });
  // Back from a table to the whole list: that is the moment to bring the table to the front.
  if (seen.env !== env || seen.space !== space || seen.open !== (openTable !== undefined)) {
    setSeen({ env, space, usedAt: usedTables(env, space), open: openTable !== undefined });
  }
  useEffect(() => {
    if (openTable) writeRemembered(nameOf(env, space), withUse(usedTables(env, space), openTable, Date.now()));
  }, [env, space, openTable]);
  return seen.usedAt;
}
