import type { ComponentProps } from 'react';
import type { EditRequest } from './edit-request';
import { ReadRangeDialog } from './read-range-dialog';
import { RefusedDialog } from './refused-dialog';
import { SetValueDialog } from './set-value-dialog';

type EditDialogsProps = { request: EditRequest } & Omit<ComponentProps<typeof ReadRangeDialog>, 'request'> &
  ComponentProps<typeof SetValueDialog> &
  ComponentProps<typeof RefusedDialog>;

/** What the grid asks before it changes cells, and tells after it. */
export function EditDialogs({ request, ...props }: EditDialogsProps) {
  switch (request.of) {
    case 'read':
      return <ReadRangeDialog key={request.number} {...props} request={request} />;
    case 'set-value':
      return <SetValueDialog {...props} />;
    case 'refused':
      return <RefusedDialog {...props} />;
  }
}
