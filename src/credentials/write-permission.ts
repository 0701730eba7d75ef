import { useSyncExternalStore } from 'react';
import type { Environment } from '../contract/gateway';

/** Why nothing may be sent that changes data: the page is neither on HTTPS nor loopback, or the environment is closed by configuration. */
export type WritingStop = 'insecure' | 'environment';

// In memory of this tab alone: a reload closes again what a person opened on purpose.
const opened = new Set<string>();
const listeners = new Set<() => void>();

/** Why nothing may be written in an environment now; null when it may. */
function writingStop({ name, writable }: Pick<Environment, 'name' | 'writable'>): WritingStop | null {
  if (!isSecureContext) return 'insecure';
  return writable || opened.has(name) ? null : 'environment';
}

/** The same, live. */
export function useWritingStop(environment: Pick<Environment, 'name' | 'writable'>): WritingStop | null {
  return useSyncExternalStore(subscribe, () => writingStop(environment));
}

/** Whether a person opened an environment that its configuration closes. */
export function isOpenedOnPurpose(environment: string): boolean {
  return opened.has(environment);
}

/** The same, live; false without an environment. */
export function useOpenedOnPurpose(environment: string | null): boolean {
  return useSyncExternalStore(subscribe, () => environment !== null && opened.has(environment));
}

/** Opens an environment for writing in this tab, until it is closed again or the page is loaded anew. */
export function openWriting(environment: string): void {
  opened.add(environment);
  announce();
}

/** Closes what was opened on purpose. */
export function closeWriting(environment: string): void {
  opened.delete(environment);
  announce();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener();
}
