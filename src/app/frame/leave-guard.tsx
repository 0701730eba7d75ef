import { useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router-dom';
import { type Guard, guardOf, takeOwnStep } from '../../ui/overlay/leaving';

let asked: Guard | undefined;
let unmoved = Promise.resolve();

const stops: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) => {
  const byHistory = historyAction === 'POP' && !takeOwnStep(currentLocation.key);
  asked = guardOf({
    byHistory,
    from: currentLocation.pathname,
    to: nextLocation.pathname,
    toSearch: nextLocation.search,
  });
  // The browser has moved already, and the router lets it return: until then an address would be written over that of another page.
  if (asked && byHistory) {
    unmoved = new Promise((resolve) => addEventListener('popstate', () => resolve(), { once: true }));
  }
  return asked !== undefined;
};

/** Asks what is open before the page is left: the router has room for one who asks. */
export function LeaveGuard() {
  const blocker = useBlocker(stops);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void unmoved.then(() => asked?.ask((leaves) => (leaves ? blocker.proceed() : blocker.reset())));
  }, [blocker]);
  return null;
}
