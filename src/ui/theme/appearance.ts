import { useSyncExternalStore } from 'react';
import { type Appearance, type Density, readAppearance, type Theme, writeAppearance } from './appearance-choice';

const listeners = new Set<() => void>();
let current: Appearance = readAppearance();

/** How the console looks, as chosen in this browser. */
export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, () => current);
}

/** Whether it is dark on the screen now, whoever chose it. */
export function useIsDark(): boolean {
  const { theme } = useAppearance();
  const system = useSyncExternalStore(subscribeToSystem, () => darkQuery.matches);
  return theme === 'system' ? system : theme === 'dark';
}

/** Chooses the theme, for this browser. */
export function setTheme(theme: Theme): void {
  change({ ...current, theme });
}

/** Chooses how close rows stand, for this browser. */
export function setDensity(density: Density): void {
  change({ ...current, density });
}

/** Puts the choice on the document, where the tokens read it. */
export function applyAppearance(): void {
  const { dataset } = document.documentElement;
  if (current.theme === 'system') delete dataset.theme;
  else dataset.theme = current.theme;
  dataset.density = current.density;
}

function change(next: Appearance): void {
  current = next;
  writeAppearance(next);
  applyAppearance();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const darkQuery = matchMedia('(prefers-color-scheme: dark)');

function subscribeToSystem(listener: () => void): () => void {
  darkQuery.addEventListener('change', listener);
  return () => darkQuery.removeEventListener('change', listener);
}
