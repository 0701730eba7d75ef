import type { en } from './en';
import { firstEn } from './first-en';
import type { Translation } from './translation';

type Texts = Translation<typeof en>;
export type FirstTexts = Translation<typeof firstEn>;

export interface LanguageEntry {
  /** Its own name, and the label for switching to it. */
  name: string;
  use: string;
  /** By which the browser formats numbers and dates. */
  tag: string;
  /** The texts that the first page needs. English is part of the first load; every other language is a chunk of its own. */
  first(): Promise<FirstTexts>;
  /** Every text. */
  all(): Promise<Texts>;
}

/** Every language; what loads, formats and offers languages reads this list. */
export const languages = {
  en: {
    name: 'English',
    use: 'Use English',
    tag: 'en',
    first: async () => firstEn,
    all: async () => (await import('./en')).en,
  },
  zh: {
    name: '简体中文',
    use: '使用简体中文',
    tag: 'zh-CN',
    first: async () => (await import('./first-zh')).firstZh,
    all: async () => (await import('./zh')).zh,
  },
} as const satisfies Record<string, LanguageEntry>;

export type Language = keyof typeof languages;
export const languageCodes = Object.keys(languages) as Language[];

/** The language after this one, for what changes languages at one press. */
export function nextLanguage(language: Language): Language {
  return languageCodes[(languageCodes.indexOf(language) + 1) % languageCodes.length] ?? language;
}

/** The saved choice if it is one of ours, else the first language of the browser that we have, else English. */
export function detectLanguage(saved: string | null, preferred: readonly string[]): Language {
  const known = languageCodes.find((language) => language === saved);
  if (known) return known;
  for (const tag of preferred) {
    const primary = tag.toLowerCase().split('-')[0];
    const match = languageCodes.find((language) => language === primary);
    if (match) return match;
  }
  return 'en';
}
