/** What grows is one list each: a made-up entry needs nothing else, or the compiler refuses it until it is whole. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { limits } from './contract/limits';
import { textKey } from './jobs/table/row-reasons';
import type { Outcome } from './storage/outcomes';
import { outcomeEntries, outcomes } from './storage/outcomes';
import { en } from './texts/en';
import { type LanguageEntry, languageCodes, languages } from './texts/languages';
import { zh } from './texts/zh';
import { type FileLimit, fileLimits } from './transfer/in/source/file-limits';

const root = resolve(import.meta.dirname, '..');
const code = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !/(^|\/)test-/.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, 'src', name), 'utf8') }));

// Field kinds: contract/field-kinds.test.ts. Shortcuts: ui/shortcuts/shortcuts.test.tsx. Settings of an environment: contract/environment-settings.test.ts.

describe('a limit', () => {
  const unkept = (names: readonly string[], list: string) =>
    names.filter((name) => !code.some(({ text }) => new RegExp(`\\b${list}\\.${name}\\b`).test(text)));

  test('of the contract that no code uses is found', () => {
    expect(unkept(Object.keys({ ...limits, madeUp: 1 }), 'limits')).toEqual(['madeUp']);
  });

  test('of files without texts is refused by the compiler', () => {
    const words: Record<FileLimit, string> = en.import.failed.limit;
    // @ts-expect-error: no fix is defined for it
    const lacking: Record<FileLimit | 'madeUp', string> = en.import.failed.limit;
    expect([Object.keys(words).sort(), lacking]).toEqual([Object.keys(fileLimits).sort(), words]);
  });
});

describe('a language', () => {
  test('is named only by its own texts and the list', () => {
    const named = new RegExp(`[!=]== '(?:${languageCodes.join('|')})'|languages\\.(?:${languageCodes.join('|')})\\b`);
    expect(code.filter(({ text }) => named.test(text)).map(({ name }) => name)).toEqual([]);
  });
});

describe('an outcome of a row of a job', () => {
  test('has its texts in each language', () => {
    for (const texts of [en, zh])
      expect(Object.keys(texts.jobs.outcome).sort()).toEqual(outcomes.map((outcome) => textKey(outcome)).sort());
  });
});

/* What the compiler refuses: these lines are for `tsc` alone. */

type Entry = (typeof outcomeEntries)[Outcome];
const { jobs, ...others } = en;
const { first: _first, ...unloaded } = languages.en;
void [
  // @ts-expect-error: a language without the texts of the jobs
  { ...languages.en, all: async () => others } satisfies LanguageEntry,
  // @ts-expect-error: nothing loads the texts of the first page
  unloaded satisfies LanguageEntry,
  { ...languages.en, name: 'Made up', tag: 'tlh', all: async () => ({ ...others, jobs }) } satisfies LanguageEntry,
  // @ts-expect-error: nothing but its colour is known of an outcome
  { tone: 'good' } satisfies Entry,
  // @ts-expect-error: an outcome that is not in the list
  outcomeEntries satisfies Record<Outcome | 'made-up', Entry>,
  // @ts-expect-error: no words for an outcome
  en.jobs.outcome satisfies Record<keyof typeof en.jobs.outcome | 'made_up', string>,
];
