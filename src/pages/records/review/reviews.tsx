import type { ComponentProps } from 'react';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import { ReviewDialog } from './review-dialog';
import { useDraftSource, useUndoSource } from './review-source';

type ReviewProps = Omit<ComponentProps<typeof ReviewDialog>, 'source'>;

/** The review of the unsent changes of a table. */
export function DraftReview({ drafts, ...props }: ReviewProps & { drafts: DraftsOfTable }) {
  return <ReviewDialog {...props} source={useDraftSource(drafts)} />;
}

/** The review of what would undo a job; nothing while it is read, and when there is no such job. */
export function UndoReview({ jobId, ...props }: ReviewProps & { jobId: string }) {
  const source = useUndoSource(jobId);
  return source ? <ReviewDialog {...props} source={source} /> : null;
}
