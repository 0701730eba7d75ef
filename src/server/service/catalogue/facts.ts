/** What was learnt of several things of one kind, by their names. */
export type Facts<Fact> = Map<string, Fact>;

/** Most that is kept in mind of one kind. */
const mostFacts = 1000;

/** Keeps what was learnt. Only of what is there: that there is none is asked again each time. */
export function learn<Fact>(facts: Facts<Fact>, name: string, fact: Fact): Fact {
  if (facts.size >= mostFacts) facts.clear();
  facts.set(name, fact);
  return fact;
}
