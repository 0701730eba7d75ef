import type { Environment } from '../contract/gateway';
import { createStore, useStore } from '../state/store';

/** Why nothing may be sent that changes data: the page is neither on HTTPS nor loopback, or the environment is closed by configuration. */
export type WritingStop = 'insecure' | 'environment';

// Only in memory of this tab: a reload locks again what the user unlocked.
const opened = createStore<ReadonlySet<string>>(new Set());

/** Why nothing may be written in an environment now; null when it may. */
export function useWritingStop({ name, writable }: Pick<Environment, 'name' | 'writable'>): WritingStop | null {
  const isOpened = useOpenedOnPurpose(name);
  if (!isSecureContext) return 'insecure';
  return writable || isOpened ? null : 'environment';
}

/** Whether the user unlocked an environment that is locked by configuration. */
export function isOpenedOnPurpose(environment: string): boolean {
  return opened.get().has(environment);
}

/** The same, live; false without an environment. */
export function useOpenedOnPurpose(environment: string | null): boolean {
  const names = useStore(opened);
  return environment !== null && names.has(environment);
}

/** Turns editing on for an environment in this tab, until it is turned off or the page is reloaded. */
export function openWriting(environment: string): void {
  opened.set(new Set([...opened.get(), environment]));
}

/** Closes what was opened on purpose. */
export function closeWriting(environment: string): void {
  opened.set(new Set([...opened.get()].filter((name) => name !== environment)));
}
