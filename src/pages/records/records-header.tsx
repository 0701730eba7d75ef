import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Client } from '../../api/wire/client';
import { useOpenedOnPurpose } from '../../credentials/write-permission';
import { Badge } from '../../ui/display/badge';
import { Button, CopyButton, IconButton } from '../../ui/form/button';
import { classNames } from '../../ui/hooks/class-names';
import { phoneWindow, useMedia } from '../../ui/hooks/use-media';
import { LockIcon, PlusIcon, RefreshIcon, UnlockIcon, UploadIcon } from '../../ui/icons/icons';
import { IdleWork, lazyPart } from '../../ui/layout/lazy-part';
import { useClosedByBack } from '../../ui/overlay/leaving';
import { Tooltip } from '../../ui/overlay/tooltip';
import { paths } from '../../url/paths';
import { useOpenHere } from '../../url/use-open-here';
import folded from './folded-actions.module.css';
import styles from './records-header.module.css';
import { type AutoRefresh, RefreshMenu } from './rows/auto-refresh';
import type { OpenTable } from './use-table';

const FindButton = lazyPart(async () => (await import('./later')).FindButton);
const ViewSwitch = lazyPart(async () => (await import('./later')).ViewSwitch);

interface RecordsHeaderProps {
  client: Client;
  table: OpenTable;
  /** Name from the table config, for a table that no list has shown yet. */
  configName: string | null;
  reading: boolean;
  onRefresh(): void;
  auto: AutoRefresh;
  onCreate(): void;
  children: ReactNode;
}

/** Name, type and id of the table, whether it can be changed, and what can be done with it as a whole. */
export function RecordsHeader(props: RecordsHeaderProps) {
  const { configName, reading, onRefresh, onCreate, auto, children } = props;
  const { table, coming, id, space, readOnly, readOnlyText } = props.table;
  const environment = props.client.environment.name;
  const t = useTranslations('records');
  const type = table?.type || t('noType');
  const navigate = useNavigate();
  const isPhone = useMedia(phoneWindow);
  const opened = useOpenedOnPurpose(environment) && readOnly === null;
  const label = opened
    ? t('opened', { type })
    : t(readOnly === null ? 'editable' : readOnly === 'environment' ? 'closed' : 'readOnly', { type });
  return (
    <header className={styles.header} data-room={isPhone ? 'menu' : undefined}>
      <h1 className={classNames(styles.title, coming && !configName && styles.coming)}>
        {table?.name || configName || t(coming ? 'tableComing' : 'unknownTable', { id })}
      </h1>
      {coming ? null : (
        <>
          <Tooltip label={readOnlyText ?? t('editableReason')} side="bottom">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason is reached by keyboard */}
            <span tabIndex={0} className={styles.type}>
              <Badge
                tone={opened ? 'staged' : readOnly === null ? 'accent' : 'neutral'}
                icon={opened ? <UnlockIcon size={11} /> : readOnly === null ? undefined : <LockIcon size={11} />}
              >
                {label}
              </Badge>
            </span>
          </Tooltip>
          <span className={styles.tableId}>
            <span className="mono">{id}</span>
            <CopyButton text={id} label={t('copyTableId')} />
          </span>
        </>
      )}
      <span className={styles.switch}>
        <IdleWork>
          <ViewSwitch alias={table?.alias} />
        </IdleWork>
      </span>
      <FoldedActions>
        <IdleWork>
          <FindButton />
        </IdleWork>
        <IconButton label={t('refresh')} icon={<RefreshIcon />} onClick={onRefresh} busy={reading} />
        <RefreshMenu {...auto} />
        {/* Present for every table: nothing moves when its type becomes known. Only `ext` can be changed (4.5 rule 2). */}
        <Button icon={<PlusIcon />} disabledReason={readOnlyText} onClick={onCreate}>
          {t('newRecord')}
        </Button>
        <Button
          icon={<UploadIcon />}
          disabledReason={readOnly === 'type' ? t('importType') : null}
          onClick={() => navigate(paths.import({ env: environment, space, table: id }))}
        >
          {t('import')}
        </Button>
        {children}
      </FoldedActions>
    </header>
  );
}

/** What can be done with the table; in a `data-room` of `menu` below one button. */
export function FoldedActions({ children }: { children: ReactNode }) {
  const t = useTranslations('records');
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useOpenHere();
  useClosedByBack(open, () => setOpen(false));

  useEffect(() => {
    if (!open) return;
    const onPress = ({ target }: PointerEvent) => {
      // What it opens is elsewhere.
      if (!(target instanceof Element) || place.current?.contains(target)) return;
      if (!target.closest('[role=dialog], [role=listbox], [role=menu]')) setOpen(false);
    };
    // In another width it may not be one.
    const onResize = () => setOpen(false);
    document.addEventListener('pointerdown', onPress);
    addEventListener('resize', onResize);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      removeEventListener('resize', onResize);
    };
  }, [open, setOpen]);

  /** After the button itself has answered; what it opens is tied to the one that is seen. */
  function onClick({ target }: MouseEvent<HTMLElement>) {
    const pressed = target instanceof Element && actions.current?.contains(target) ? target.closest('button') : null;
    if (!open || !pressed || pressed.hasAttribute('aria-disabled')) return;
    setOpen(false);
    // What it opens gives the focus back to what is seen then, unless it has taken it already.
    const { activeElement } = document;
    if (activeElement === document.body || place.current?.contains(activeElement)) button.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (!open || !place.current?.contains(event.target as Node)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const buttons = [...place.current.querySelectorAll('button')];
      const at = buttons.findIndex((each) => each.matches(':focus'));
      buttons[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves what its button opened
    <div ref={place} className={folded.folded} onClick={onClick} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={folded.button}
        aria-label={t('actions')}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      <div ref={actions} id={id} className={folded.actions} data-open={open || undefined}>
        {children}
      </div>
    </div>
  );
}
