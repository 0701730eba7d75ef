import { type RefObject, useEffect } from 'react';
import type { ChangesTrayHandle } from './changes-tray';

/** Ctrl+S anywhere on the page opens the review, and never the browser's own dialog. */
export function useReviewKey(tray: RefObject<ChangesTrayHandle | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
      const taken = event.defaultPrevented;
      event.preventDefault();
      if (!taken) tray.current?.openReview();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [tray]);
}
