import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { IntlProvider } from 'use-intl';
import type { en } from './en';
import { detectLanguage, type FirstTexts, type Language, languages } from './languages';

const savedAs = 'language';
// The browser's own: times that are formatted are of its clock; those of the API are shown as sent.
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

interface LanguageChoice {
  language: Language;
  setLanguage: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice>({ language: 'en', setLanguage: () => {} });

/** The language in use, and how to change it; the choice is kept in this browser. */
export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext);
}

export interface LoadedTexts {
  language: Language;
  /** Completed in place: rendered parts use nothing that was missing, so nothing renders again. */
  texts: FirstTexts;
}

/** What the provider shows. */
let current: Promise<LoadedTexts> | null = null;

/** Finds the language (saved, else the browser's) and loads its texts; to be awaited before the first render. */
export function loadFirstTexts(): Promise<LoadedTexts> {
  current ??= firstTexts();
  return current;
}

async function firstTexts(): Promise<LoadedTexts> {
  const language = detectLanguage(readSaved(), navigator.languages);
  return { language, texts: { ...(await languages[language].first()) } };
}

/**
 * Loads the texts beyond those of the first page; to be awaited before anything that uses them is rendered. The router may request them before the first ones.
 * @throws when they fail to load
 */
export async function loadAllTexts(): Promise<void> {
  const { language, texts } = await loadFirstTexts();
  Object.assign(texts, await languages[language].all());
}

/** For screen readers: the page's language. */
export function markDocument(language: Language): void {
  document.documentElement.lang = languages[language].tag;
}

/** Gives `useTranslations` its texts and `useLanguage` its choice. */
export function TextsProvider({ first, children }: { first: LoadedTexts; children: ReactNode }) {
  const [loaded, setLoaded] = useState(first);

  const choice = useMemo<LanguageChoice>(
    () => ({
      language: loaded.language,
      setLanguage: (language) => {
        void languages[language].all().then((texts) => {
          writeSaved(language);
          markDocument(language);
          const next = { language, texts: { ...texts } };
          current = Promise.resolve(next);
          setLoaded(next);
        });
      },
    }),
    [loaded.language],
  );

  return (
    <LanguageContext value={choice}>
      {/* The English texts are the type: they carry the arguments of each sentence; a test holds the others to them. */}
      <IntlProvider locale={languages[loaded.language].tag} timeZone={timeZone} messages={loaded.texts as typeof en}>
        {children}
      </IntlProvider>
    </LanguageContext>
  );
}

// A browser may refuse storage (private mode, policy): the choice then lasts as long as the page.
function readSaved(): string | null {
  try {
    return localStorage.getItem(savedAs);
  } catch {
    return null;
  }
}

function writeSaved(language: Language): void {
  try {
    localStorage.setItem(savedAs, language);
  } catch {
    // Reported above.
  }
}
