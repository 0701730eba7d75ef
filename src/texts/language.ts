import { en } from './en';
import type { Translation } from './translation';

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];
export type Texts = Translation<typeof en>;

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

/** English is part of the first load, because it is also the fallback; every other language is a chunk of its own. */
export async function loadTexts(language: Language): Promise<Texts> {
  return language === 'zh' ? (await import('./zh')).zh : en;
}
