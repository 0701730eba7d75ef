import { type KeyboardEvent, useRef } from 'react';

/** Milliseconds after which a letter begins another word, as with Base UI. */
const pauseMs = 750;

/**
 * Keeps a typed word that begins none of the items from changing anything: Base UI would begin anew with each letter of it,
 * and choose *None of* at the `n` of "contains".
 * @param labels of the items that can be chosen
 * @returns handler for the keys of what opens the items, and of what they are in, before Base UI has them
 */
export function useTypedWord(labels: readonly string[]): (event: KeyboardEvent) => void {
  const typed = useRef({ word: '', at: 0 });
  return (event) => {
    const { key, timeStamp, ctrlKey, metaKey, altKey } = event;
    const goesOn = typed.current.word !== '' && timeStamp - typed.current.at < pauseMs;
    // A space alone opens or chooses; signs are shortcuts of the page.
    if (ctrlKey || metaKey || altKey || !(/^[\p{L}\p{N}]$/u.test(key) || (key === ' ' && goesOn))) return;
    const word = (goesOn ? typed.current.word : '') + key.toLowerCase();
    typed.current = { word, at: timeStamp };
    // One letter again and again goes through the items that begin with it.
    const begun = [...word].every((letter) => letter === word[0]) ? word.charAt(0) : word;
    if (labels.some((label) => label.toLowerCase().startsWith(begun))) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
