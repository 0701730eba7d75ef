import { useEffect, useEffectEvent } from 'react';
import { useNavigation } from 'react-router-dom';

const pauseMs = 250;

/**
 * Writes what is typed into the address, after a pause: an address that follows each key loses some.
 * @param inAddress what the address has
 */
export function useLaterAddress(typed: string, inAddress: string, write: (typed: string) => void): void {
  const onPause = useEffectEvent(write);
  const leaving = useNavigation().state !== 'idle';
  useEffect(() => {
    // A page on its way must not be called back, nor get this in its address.
    if (leaving || typed === inAddress) return;
    const timer = setTimeout(() => onPause(typed), pauseMs);
    // The page hears of a pressed link only once React draws, which thousands of rows delay beyond the pause: the address written then called it back.
    const keepLeaving = ({ defaultPrevented, target }: MouseEvent) => {
      if (defaultPrevented && target instanceof Element && target.closest('a')) clearTimeout(timer);
    };
    document.addEventListener('click', keepLeaving);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', keepLeaving);
    };
  }, [leaving, typed, inAddress]);
}
