export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const densities = ['compact', 'roomy'] as const;
export type Density = (typeof densities)[number];

export interface Appearance {
  theme: Theme;
  density: Density;
}

// `public/theme.js` reads the same two names before the first paint.
const themeSavedAs = 'theme';
const densitySavedAs = 'density';

/** How the console looks, as chosen in this browser before. */
export function readAppearance(): Appearance {
  return {
    theme: oneOf(themes, read(themeSavedAs), 'system'),
    density: oneOf(densities, read(densitySavedAs), 'compact'),
  };
}

/** Keeps a choice in this browser. */
export function writeAppearance({ theme, density }: Appearance): void {
  write(themeSavedAs, theme);
  write(densitySavedAs, density);
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
