import { readForSession, writeForSession } from '../storage/local-settings';

/** Why this tab has no key for an environment that it had one for: `ended` where what was sealed for a reload opens no more. */
export type WhyNoKey = 'locked' | 'forgotten' | 'ended';

const name = 'no-key';

function reasons(): Record<string, unknown> {
  const kept = readForSession(name);
  return typeof kept === 'object' && kept !== null ? { ...kept } : {};
}

/** What is said where the key is asked for again, also after the page was loaded anew; null where there is nothing to say. */
export function whyNoKey(environment: string): WhyNoKey | null {
  const why = reasons()[environment];
  return why === 'locked' || why === 'forgotten' || why === 'ended' ? why : null;
}

/** Keeps the reason; null once a key is there again. */
export function setWhyNoKey(environment: string, why: WhyNoKey | null): void {
  const { [environment]: before = null, ...others } = reasons();
  if (before !== why) writeForSession(name, why === null ? others : { ...others, [environment]: why });
}
