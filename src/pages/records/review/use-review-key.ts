import type { RefObject } from 'react';
import { useShortcuts } from '../../../ui/shortcuts/shortcuts';
import type { ChangesTrayHandle } from './changes-tray';

/** Ctrl+S anywhere on the page opens the review, and never the browser's own dialog. */
export function useReviewKey(tray: RefObject<ChangesTrayHandle | null>): void {
  useShortcuts({
    review(event) {
      const taken = event.defaultPrevented;
      event.preventDefault();
      if (!taken) tray.current?.openReview();
    },
  });
}
