import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Client } from '../../api/wire/client';
import { focusWhenFree } from '../../ui/hooks/focus-when-free';
import { SearchIcon } from '../../ui/icons/icons';
import { useClosedByBack } from '../../ui/overlay/leaving';
import { Kbd } from '../../ui/shortcuts/kbd';
import { keysOf } from '../../ui/shortcuts/shortcuts';
import { showDialog, useOpenDialog } from '../frame/open-dialog';
import { usePlace } from '../start/last-place';
import styles from './command-palette.module.css';
import {
  matchEntries,
  type PaletteEntry,
  type PaletteGroup,
  useCommonGroups,
  useConnectedGroups,
} from './use-palette-groups';

/** Go to a page, workspace or table, or run a command: `Ctrl/⌘ K`. */
export function CommandPalette() {
  const t = useTranslations('frame');
  const open = useOpenDialog() === 'palette';
  const { connection } = usePlace();
  const led = useRef(false);
  const later = useRef<(() => void) | null>(null);
  useClosedByBack(open, () => showDialog(null));
  const run = (entry: PaletteEntry) => {
    led.current = entry.leads === true;
    // To the page, also where it is the one that is open: the focus has nothing to return to.
    if (led.current) focusWhenFree(() => document.getElementById('content')?.focus({ preventScroll: true }));
    showDialog(null);
    if (entry.over) later.current = entry.run;
    else entry.run();
  };
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => showDialog(next ? 'palette' : null)}
      onOpenChangeComplete={(isOpen) => {
        if (isOpen || !later.current) return;
        // Base UI gives the focus back right after this: what opens then keeps it.
        setTimeout(later.current);
        later.current = null;
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup
            aria-label={t('palette')}
            className={styles.palette}
            finalFocus={() => {
              const back = !led.current;
              led.current = false;
              return back;
            }}
          >
            {connection ? <ConnectedPalette client={connection.client} onRun={run} /> : <PlainPalette onRun={run} />}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type OnRun = (entry: PaletteEntry) => void;

function PlainPalette({ onRun }: { onRun: OnRun }) {
  return <PaletteList groups={useCommonGroups()} onRun={onRun} />;
}

function ConnectedPalette({ client, onRun }: { client: Client; onRun: OnRun }) {
  const connected = useConnectedGroups(client);
  const [pages, ...commands] = useCommonGroups();
  return <PaletteList groups={[...(pages ? [pages] : []), ...connected, ...commands]} onRun={onRun} />;
}

function PaletteList({ groups, onRun }: { groups: PaletteGroup[]; onRun: OnRun }) {
  const t = useTranslations('frame');
  const [query, setQuery] = useState('');
  const found = matchEntries(groups, query);

  return (
    <Autocomplete.Root
      open
      inline
      items={found.map((group) => ({ value: group.title, items: group.entries }))}
      filter={null}
      value={query}
      onValueChange={(value, { reason }) => {
        if (reason !== 'item-press') setQuery(value);
      }}
      itemToStringValue={(entry: PaletteEntry) => entry.label}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.InputGroup className={styles.search}>
        <SearchIcon />
        <Autocomplete.Input aria-label={t('palette')} placeholder={t('paletteHint')} className={styles.input} />
        <Kbd keys={keysOf('cancel')} />
      </Autocomplete.InputGroup>
      <div className={styles.results}>
        <Autocomplete.Empty className={styles.empty}>{t('paletteEmpty', { query })}</Autocomplete.Empty>
        <Autocomplete.List className={styles.list}>
          {(group: { value: string; items: PaletteEntry[] }) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className={styles.group}>{group.value}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: PaletteEntry) => (
                  <Autocomplete.Item
                    key={entry.key}
                    value={entry}
                    onClick={() => onRun(entry)}
                    className={styles.entry}
                  >
                    <entry.icon />
                    <span>{entry.label}</span>
                    {entry.hint ? <small>{entry.hint}</small> : null}
                    {entry.keys ? <Kbd keys={entry.keys} /> : null}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  );
}
