import { createStore, useStore } from '../../state/store';
import { useMedia } from '../hooks/use-media';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const densities = ['compact', 'roomy'] as const;
export type Density = (typeof densities)[number];
/** How many lines of a value a row shows at most. */
export const lineCounts = [1, 2, 3, 4] as const;
export type LineCount = (typeof lineCounts)[number];

export interface Appearance {
  theme: Theme;
  density: Density;
  lines: LineCount;
}

// `public/theme.js` reads the first two names before the first paint.
const themeSavedAs = 'theme';
const densitySavedAs = 'density';
const linesSavedAs = 'row-lines';

/** As chosen in this browser before. */
function readAppearance(): Appearance {
  return {
    theme: oneOf(themes, read(themeSavedAs), 'system'),
    density: oneOf(densities, read(densitySavedAs), 'compact'),
    lines: lineCountOf(Number(read(linesSavedAs))),
  };
}

function oneOf<Value extends string>(known: readonly Value[], value: string | null, otherwise: Value): Value {
  return known.find((candidate) => candidate === value) ?? otherwise;
}

/** A number of lines that rows can have; one for any other value. */
export function lineCountOf(value: unknown): LineCount {
  return lineCounts.find((count) => count === value) ?? 1;
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
    // Reported above.
  }
}

const appearance = createStore(readAppearance());

/** How the console looks, as chosen in this browser. */
export function useAppearance(): Appearance {
  return useStore(appearance);
}

/** Whether the page is dark now, by setting or by system. */
export function useIsDark(): boolean {
  const { theme } = useAppearance();
  const system = useMedia('(prefers-color-scheme: dark)');
  return theme === 'system' ? system : theme === 'dark';
}

/** Chooses the theme, for this browser. */
export function setTheme(theme: Theme): void {
  change({ ...appearance.get(), theme });
}

/** Chooses the row height, for this browser. */
export function setDensity(density: Density): void {
  change({ ...appearance.get(), density });
}

/** Chooses how many lines rows have, for this browser. */
export function setLines(lines: LineCount): void {
  change({ ...appearance.get(), lines });
}

/** Puts the choice on the document, where the tokens read it. */
export function applyAppearance(): void {
  const { dataset } = document.documentElement;
  const { theme, density } = appearance.get();
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  dataset.density = density;
}

function change(next: Appearance): void {
  appearance.set(next);
  write(themeSavedAs, next.theme);
  write(densitySavedAs, next.density);
  write(linesSavedAs, String(next.lines));
  applyAppearance();
}
