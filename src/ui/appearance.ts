import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const densities = ['compact', 'roomy'] as const;
export type Density = (typeof densities)[number];

interface Appearance {
  theme: Theme;
  density: Density;
}

// `public/theme.js` reads the same two names before the first paint.
const themeSavedAs = 'theme';
const densitySavedAs = 'density';

const listeners = new Set<() => void>();
let current: Appearance = {
  theme: oneOf(themes, read(themeSavedAs), 'system'),
  density: oneOf(densities, read(densitySavedAs), 'compact'),
};

/** How the console looks, as chosen in this browser. */
export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, () => current);
}

/** How close rows stand, for what is drawn without a component. */
export function densityNow(): Density {
  return current.density;
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
  write(themeSavedAs, next.theme);
  write(densitySavedAs, next.density);
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

function oneOf<Value extends string>(known: readonly Value[], value: string | null, otherwise: Value): Value {
  return known.find((candidate) => candidate === value) ?? otherwise;
}

// A browser may refuse storage; the choice then lasts as long as the page.
function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Said above.
  }
}
