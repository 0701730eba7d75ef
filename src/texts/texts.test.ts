import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { en } from './en';
import { detectLanguage, type LanguageEntry, languageCodes, languages, nextLanguage } from './languages';
import { sentences } from './test-sentences';
import { zh } from './zh';

/** Names of placeholders and tags of a sentence, also those inside plural and select branches. */
function placeholders(elements: MessageFormatElement[]): Set<string> {
  const names = new Set<string>();
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    names.add(element.type === TYPE.tag ? `<${element.value}>` : element.value);
    if (element.type === TYPE.tag) for (const name of placeholders(element.children)) names.add(name);
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const branch of Object.values(element.options)) {
        for (const name of placeholders(branch.value)) names.add(name);
      }
    }
  }
  return names;
}

const english = sentences(en);
const chinese = sentences(zh);

describe('texts', () => {
  test('both languages have the same keys', () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('a language without texts, name or tag is refused by the compiler, and one button cycles through all', () => {
    const { use: _use, ...lacking } = languages.zh;
    // @ts-expect-error: its label for switching is missing
    const entry: LanguageEntry = lacking;
    expect(entry).toBeDefined();
    expect(languageCodes.reduce(nextLanguage, 'en')).toBe('en');
  });

  test('no sentence is empty, in either language', () => {
    const empty = [...english, ...chinese].filter(([, text]) => text.trim() === '').map(([key]) => key);
    expect(empty).toEqual([]);
  });

  test('only the explorer names sections of the contract', () => {
    const section = /[(（][2-6]\.\d+|\bsection \d|第 ?\d ?节/;
    const named = [...english, ...chinese].filter(([key, text]) => !key.startsWith('explorer.') && section.test(text));
    expect(named).toEqual([]);
  });

  test('what may be Latin letters or a number stands apart from Chinese words, by a space or in quotes', () => {
    const glued =
      /\p{Script=Han}\{(column|fields?|key|other|record|table|time)\}|\{(column|fields?|key|other|record|table|time)\}\p{Script=Han}/u;
    expect([...chinese].filter(([, text]) => glued.test(text))).toEqual([]);
  });

  test('number styles are skeletons, as the compiled texts require', () => {
    const wrong = [...english, ...chinese].filter(([, text]) => /\{\s*\w+,\s*number,\s*(?!\s|::)/.test(text));
    expect(wrong).toEqual([]);
  });

  test.each([...english])('%s has the same placeholders in both languages', (key, text) => {
    const other = chinese.get(key) ?? '';
    expect([...placeholders(parse(other))].sort()).toEqual([...placeholders(parse(text))].sort());
  });
});

describe('Chinese', () => {
  test('says of how many rows a share is', () => {
    for (const key of ['grid.gapsOf', 'grid.gaps']) expect(chinese.get(key)).toMatch(/行中.*\{(share|gaps)\}/);
  });

  test('has full-width punctuation between its characters', () => {
    const wrong = [...chinese].filter(([, text]) => /[\u4e00-\u9fff][,;:!?()]|[,;:!?()][\u4e00-\u9fff]/.test(text));
    expect(wrong).toEqual([]);
  });

  test('has one word for each thing: 任务 job, 修改 change, 核实 verify, 回读 read back, 密钥 key, 令牌 token', () => {
    const others = /作业|更改|证实|证明|读回|契约|密文|(?<![\w{])(?:key|token|trace id)(?![\w}])/;
    expect([...chinese].filter(([, text]) => others.test(text))).toEqual([]);
  });

  test('addresses people as 您', () => {
    expect([...chinese].filter(([, text]) => text.includes('你'))).toEqual([]);
  });
});

describe('the initial language', () => {
  test('is the saved one, whatever the browser prefers', () => {
    expect(detectLanguage('zh', ['en-GB'])).toBe('zh');
  });
  test('is the browser’s first supported one', () => {
    expect(detectLanguage(null, ['de-DE', 'zh-Hant-TW', 'en'])).toBe('zh');
  });
  test('is English for an unknown saved value or browser language', () => {
    expect(detectLanguage('tlh', ['de'])).toBe('en');
  });
});
