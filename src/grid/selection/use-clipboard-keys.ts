import { type RefObject, useEffect } from 'react';

/**
 * Lets the copy and cut keys reach a grid in which no text is selected: browsers send the events only when the event before them is taken.
 * @param editing the editor's own text is copied then
 */
export function useClipboardKeys(scroller: RefObject<HTMLDivElement | null>, editing: boolean): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element || editing) return;
    const take = (event: Event) => event.preventDefault();
    for (const name of ['beforecopy', 'beforecut']) element.addEventListener(name, take);
    return () => {
      for (const name of ['beforecopy', 'beforecut']) element.removeEventListener(name, take);
    };
  }, [scroller, editing]);
}
