import { useEffect, useRef } from 'react';
import { startsByItself } from '../wizard';
import type { Check, CheckSubject } from './use-check';

/**
 * Begins the check when its step is entered, where it costs little; else the person is told first what it costs. Stopped by hand it does not begin anew.
 * @param subject what is checked while the step is looked at; null otherwise
 * @returns asks for a check of the subject that a change of the mapping makes, whatever it costs
 */
export function useOwnCheck(subject: CheckSubject | null, check: Check): () => void {
  const begun = useRef<CheckSubject | null>(null);
  const wanted = useRef(false);
  const { start, now } = check;
  const idle = now.state === 'none';
  useEffect(() => {
    if (!subject || !idle || begun.current === subject) return;
    if (!wanted.current && !startsByItself(subject.rows, subject.mode)) return;
    wanted.current = false;
    begun.current = subject;
    start(subject, false);
  }, [subject, idle, start]);
  return () => {
    wanted.current = true;
  };
}
