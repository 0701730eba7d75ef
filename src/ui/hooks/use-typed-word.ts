import { type KeyboardEvent, useRef } from 'react';

/** Milliseconds after which a letter begins another word, as with Base UI. */
const pauseMs = 750;

interface Typing {
  /** Of a key the word that it goes on with, in lower case; null where it is no letter of a word. */
  wordOf(event: KeyboardEvent): string | null;
  /** What is typed next begins another word. */
  end(): void;
}

/** What is typed to lead through a list. */
export function useTyping(): Typing {
  const typed = useRef({ word: '', at: 0 });
  return {
    wordOf({ key, timeStamp, ctrlKey, metaKey, altKey }) {
      const goesOn = typed.current.word !== '' && timeStamp - typed.current.at < pauseMs;
      // A space alone opens or chooses, other signs are shortcuts of the page; in a word they belong to it.
      if (ctrlKey || metaKey || altKey || !(goesOn ? /^.$/u : /^[\p{L}\p{N}]$/u).test(key)) return null;
      const word = (goesOn ? typed.current.word : '') + key.toLowerCase();
      typed.current = { word, at: timeStamp };
      return word;
    },
    end() {
      typed.current = { word: '', at: 0 };
    },
  };
}

/** The letter that a word repeats: typed again and again it goes through the items that begin with it. Null for other words. */
export function repeatedLetter(word: string): string | null {
  return [...word].every((letter) => letter === word[0]) ? word.charAt(0) : null;
}

/**
 * Keeps a typed word that begins none of the items from changing anything: Base UI would begin anew with each letter of it,
 * and choose *None of* at the `n` of "contains".
 * @param labels of the items that can be chosen
 * @returns handler for the keys of what opens the items, and of what they are in, before Base UI has them
 */
export function useTypedWord(labels: readonly string[]): (event: KeyboardEvent) => void {
  const { wordOf } = useTyping();
  return (event) => {
    const word = wordOf(event);
    if (word === null) return;
    const begun = repeatedLetter(word) ?? word;
    if (labels.some((label) => label.toLowerCase().startsWith(begun))) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
