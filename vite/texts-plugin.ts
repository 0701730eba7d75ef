import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

const textFile = /\/src\/texts\/[a-z]{2}\/[\w-]+\.ts$/;

/**
 * Compiles every sentence when it is built, so that the page carries no parser of messages and parses none. The files of texts import nothing and hold
 * nothing but sentences, so each can be run by itself.
 */
export function textsPlugin(): Plugin {
  return {
    name: 'texts',
    config: () => ({ resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }),
    transform: {
      filter: { id: textFile },
      // After the types are gone.
      async handler(code) {
        const address = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
        const exported = (await import(address)) as Record<string, Texts>;
        const compiled = Object.entries(exported).map(
          ([name, texts]) => `export const ${name} = ${JSON.stringify(compiledTexts(texts))};`,
        );
        return { code: compiled.join('\n'), map: null };
      },
    },
  };
}

type Texts = { [key: string]: string | Texts };

function compiledTexts(texts: Texts): object {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? compile(text) : compiledTexts(text)]),
  );
}
