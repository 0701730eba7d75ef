import { isJsonObject } from '../../../contract/json';
import { readForSession, writeForSession } from '../../../storage/local-settings';

/** What the answers of this session have shown in an environment, by kind of field and operator. The last answer counts. */
export type Findings = { readonly [kindAndOperator: string]: 'verified' | 'ignored' };

/** What this session has found out in an environment so far. */
export function readFindings(environment: string): Findings {
  const kept = readForSession(storageName(environment));
  const entries = isJsonObject(kept) ? Object.entries(kept) : [];
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, 'verified' | 'ignored'] => entry[1] === 'verified' || entry[1] === 'ignored',
    ),
  );
}

/** Adds what an answer has shown. @returns all that is known then */
export function addFindings(environment: string, found: Findings): Findings {
  const all = { ...readFindings(environment), ...found };
  writeForSession(storageName(environment), all);
  return all;
}

function storageName(environment: string): string {
  return `operators:${environment}`;
}
