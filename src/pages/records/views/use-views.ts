import { useEffect, useState } from 'react';
import { keptQuestions } from './kept-questions';
import { changeViews, keptViews } from './kept-views';
import type { AskedQuestion } from './question-history';
import type { View } from './view';

export interface KeptViews {
  /** Null while they are on their way. */
  views: readonly View[] | null;
  questions: readonly AskedQuestion[];
  /** The browser denies its database. */
  denied: boolean;
  change(change: (views: readonly View[]) => readonly View[]): Promise<void>;
}

/** The views and the history of a table, as this browser keeps them. */
export function useViews({ environment, table_id }: { environment: string; table_id: string }): KeptViews {
  const [views, setViews] = useState<readonly View[] | null>(null);
  const [questions, setQuestions] = useState<readonly AskedQuestion[]>([]);
  const [denied, setDenied] = useState(false);
  useEffect(() => {
    let wanted = true;
    const place = { environment, table_id };
    Promise.all([keptViews(place), keptQuestions(place)]).then(
      ([kept, asked]) => {
        if (!wanted) return;
        setViews(kept);
        setQuestions(asked);
      },
      () => {
        if (!wanted) return;
        setViews([]);
        setDenied(true);
      },
    );
    return () => {
      wanted = false;
    };
  }, [environment, table_id]);
  return {
    views,
    questions,
    denied,
    async change(change) {
      try {
        setViews(await changeViews({ environment, table_id }, change));
      } catch {
        setViews(change(views ?? []).slice());
        setDenied(true);
      }
    },
  };
}
