import type { en } from './en';
import { firstEn } from './first-en';
import type { Translation } from './translation';

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];
export type Texts = Translation<typeof en>;
export type FirstTexts = Translation<typeof firstEn>;

/** What each language calls itself, and the tag the browser formats numbers and dates by. */
export const languageNames: Record<Language, string> = { en: 'English', zh: '简体中文' };
export const localeTags = { en: 'en', zh: 'zh-CN' } as const satisfies Record<Language, string>;

/** The saved choice if it is one of ours, else the first language of the browser that we have, else English. */
export function detectLanguage(saved: string | null, preferred: readonly string[]): Language {
  const known = languages.find((language) => language === saved);
  if (known) return known;
  for (const tag of preferred) {
    const primary = tag.toLowerCase().split('-')[0];
    const match = languages.find((language) => language === primary);
    if (match) return match;
  }
  return 'en';
}

/** The texts that the first page needs. English is part of the first load; every other language is a chunk of its own. */
export async function loadFirst(language: Language): Promise<FirstTexts> {
  return language === 'zh' ? (await import('./first-zh')).firstZh : firstEn;
}

/** Every text of a language. */
export async function loadAll(language: Language): Promise<Texts> {
  return language === 'zh' ? (await import('./zh')).zh : (await import('./en')).en;
}
