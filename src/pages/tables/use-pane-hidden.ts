import { useState } from 'react';
import { readRemembered, writeRemembered } from '../../storage/remembered';

const name = 'tables-pane';

/** Whether the pane beside the records is hidden: as chosen in this browser. */
export function usePaneHidden(): [hidden: boolean, setHidden: (hidden: boolean) => void] {
  const [hidden, setHidden] = useState(() => readRemembered(name) === 'hidden');
  return [
    hidden,
    (next) => {
      writeRemembered(name, next ? 'hidden' : 'shown');
      setHidden(next);
    },
  ];
}
