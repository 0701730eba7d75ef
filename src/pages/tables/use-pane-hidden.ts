import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readRemembered, writeRemembered } from '../../storage/remembered';
import { useMedia } from '../../ui/hooks/use-media';

const name = 'tables-pane';

/**
 * Whether the pane beside the records is hidden: as chosen in this browser; and in a narrow window while a record is open, which needs the room
 * more, unless it is asked for.
 */
export function usePaneHidden(): [hidden: boolean, setHidden: (hidden: boolean) => void] {
  const [chosen, setChosen] = useState(() => readRemembered(name) === 'hidden');
  const [asked, setAsked] = useState(false);
  const [parameters] = useSearchParams();
  const squeezed = useMedia('(max-width: 1180px)') && parameters.has('record');
  if (!squeezed && asked) setAsked(false);
  return [
    chosen || (squeezed && !asked),
    (next) => {
      if (squeezed) setAsked(!next);
      if (!squeezed || !next) {
        writeRemembered(name, next ? 'hidden' : 'shown');
        setChosen(next);
      }
    },
  ];
}
