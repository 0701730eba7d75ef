import type { ReactNode } from 'react';

export interface Question {
  title: string;
  /** What happens, with numbers, and whether it can be undone. */
  text: ReactNode;
  /** The verb on the button that does it: "Send 412 rows". */
  action: ReactNode;
  /** The verb on the button that does not; "Cancel" unless told. */
  cancel?: string;
  danger?: boolean;
}
