/** What rows of an outcome look like, and what may follow. */
interface OutcomeEntry {
  tone: 'good' | 'bad' | 'unknown' | 'accent' | 'neutral';
  /** Its request has left, or is leaving. */
  isSent: boolean;
  /** It holds what was sent, may do so, or may still come to. */
  mayBeWritten: boolean;
  /** A job that undoes this one takes it in. */
  canUndo: boolean;
  /** It is unknown whether it was written, or will be. */
  isOpen: boolean;
  /** It needs a look once the job has ended. */
  needsLook: boolean;
  /** It ended without being read as sent: its rows can be read again. */
  canVerifyAgain: boolean;
  /** It can be opened as a draft, fixed and sent again. */
  canRetry: boolean;
  /** While a job runs its count is shown also where it is zero: rows pass through it, and nothing is to jump. */
  keepsPlace: boolean;
}

const nothing = {
  isSent: false,
  mayBeWritten: false,
  canUndo: false,
  isOpen: false,
  needsLook: false,
  canVerifyAgain: false,
  canRetry: false,
  keepsPlace: false,
};

const written = { ...nothing, isSent: true, mayBeWritten: true, canUndo: true };

const entries = {
  verified: { ...written, tone: 'good', keepsPlace: true },
  differs: { ...written, tone: 'bad', needsLook: true, canVerifyAgain: true, canRetry: true },
  refused: { ...nothing, tone: 'bad', isSent: true, needsLook: true, canVerifyAgain: true, canRetry: true },
  reported: { ...written, tone: 'unknown', isOpen: true, needsLook: true, canVerifyAgain: true, canRetry: true },
  unknown: { ...written, tone: 'unknown', isOpen: true, needsLook: true, canVerifyAgain: true, canRetry: true },
  accepted: { ...written, tone: 'accent', isOpen: true, keepsPlace: true },
  sending: { ...nothing, tone: 'accent', isSent: true, mayBeWritten: true, keepsPlace: true },
  'not-sent': { ...nothing, tone: 'neutral', canRetry: true, keepsPlace: true },
  'no-change': { ...nothing, tone: 'neutral' },
  skipped: { ...nothing, tone: 'neutral' },
  invalid: { ...nothing, tone: 'bad', needsLook: true, canRetry: true },
} satisfies Record<string, OutcomeEntry>;

/** What is known of a row of a job. Each row has exactly one, so the counts always add up to the input. */
export type Outcome = keyof typeof entries;
export type OutcomeCounts = Record<Outcome, number>;

/** Every outcome, in the order in which they are shown. Its words are the text of its `textKey`, below `outcome` and `hint` of the jobs' texts. */
export const outcomeEntries: Record<Outcome, OutcomeEntry> = entries;

export const outcomes = Object.keys(outcomeEntries) as Outcome[];

/** The outcomes of which something holds. */
export function outcomesThat(holds: Exclude<keyof OutcomeEntry, 'tone'>): ReadonlySet<Outcome> {
  return new Set(outcomes.filter((outcome) => outcomeEntries[outcome][holds]));
}

/** Whether a row may be found to be something else when it is read again, or by an event: a refusal only where it rests on what was read. */
export function canBeVerifiedAgain({ outcome, proof }: { outcome: Outcome; proof?: unknown }): boolean {
  return outcomeEntries[outcome].canVerifyAgain && (outcome !== 'refused' || proof !== undefined);
}
