import type { Page } from '@playwright/test';
import { en } from '../src/texts/en';
import { sentences } from '../src/texts/test-sentences';

const mostOfLabel = 3;
const mostOfHint = 12;

/** Every text: its number of words, without placeholders, and the names it contains. */
const templates = [...sentences(en)].map(([key, text]) => {
  const own = text.replaceAll(/<\/?\w+>/g, '').split(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/);
  const words = own
    .join(' ')
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word)).length;
  const escaped = own.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return { key, words, names: new RegExp(`^${escaped.join('.+')}$`, 's') };
});

const control =
  /^\s*- '?(?:button|link|tab|menuitem\w*|checkbox|textbox|searchbox|combobox|switch|radio|spinbutton) "((?:[^"\\]|\\.)*)"/gm;

/** Names of controls of more than three words and descriptions of more than twelve, by the keys of their texts: English ones. Texts of data are not counted. */
export async function tooLong(page: Page): Promise<string[]> {
  const labels = [...(await page.locator('body').ariaSnapshot()).matchAll(control)].map(([, name = '']) => name);
  const hints = await page.evaluate(() =>
    [...document.querySelectorAll('[title], [aria-describedby]')].flatMap((element) => [
      element.getAttribute('title') ?? '',
      ...(element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent),
    ]),
  );
  const found = [
    ...labels.map((text) => longKey(text, mostOfLabel)),
    ...hints.map((text) => longKey(text, mostOfHint)),
  ];
  return [...new Set(found)].filter((key) => key !== null);
}

/** The key of the text with the largest part in a name or hint that has too many words. */
function longKey(text: string | null | undefined, most: number): string | null {
  if (!text) return null;
  const [from] = templates.filter(({ names }) => names.test(text)).sort((a, b) => b.words - a.words);
  return from !== undefined && from.words > most ? `${from.key}: ${text}` : null;
}
