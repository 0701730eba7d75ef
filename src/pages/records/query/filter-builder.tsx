import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { type Filter, type FilterCondition, type FilterGroup, isCondition, joinOf } from '../../../contract/filter';
import { formatJson, isJsonObject, type Json, sameJson } from '../../../contract/json';
import { Button, IconButton } from '../../../ui/form/button';
import { Segmented } from '../../../ui/form/select';
import {
  ArrowDownIcon,
  ArrowUpIcon,
  BracesIcon,
  CopyIcon,
  type Icon,
  ListIcon,
  PlusIcon,
} from '../../../ui/icons/icons';
import { MoreIcon, TrashIcon } from '../../../ui/icons/later-icons';
import { Dialog } from '../../../ui/overlay/dialog';
import { ContextMenu } from '../../../ui/overlay/menu';
import { ContextMenuPopup } from '../../../ui/overlay/menu-popup';
import { Kbd } from '../../../ui/shortcuts/kbd';
import { isPressed, keysOf } from '../../../ui/shortcuts/shortcuts';
import { type ConditionContext, ConditionForm, type OpenCondition } from './condition-form';
import styles from './filter-builder.module.css';
import { ConditionPill } from './filter-pills';
import {
  appendEntry,
  childrenOf,
  duplicateEntry,
  type FilterPath,
  joinAt,
  type Moved,
  moveEntry,
  removeEntry,
  replaceAt,
  settled,
  ungroupEntry,
  wrapEntry,
} from './filter-tree';

interface FilterBuilderProps extends ConditionContext {
  /** The filter of the query. */
  filter: Filter | null;
  /** What was not applied the last time, or comes from the JSON; else the filter. */
  start: Filter | null;
  onApply(filter: Filter | null): void;
  onOpenJson(draft: Filter): void;
  /** Takes the draft, where it is not the filter: it is not lost by looking at something else. */
  onClose(draft: Filter | null): void;
}

/** The whole filter with its groups, as a draft: nothing is loaded before it is applied. */
export function FilterBuilder(props: FilterBuilderProps) {
  const { filter, start, onApply, onOpenJson, onClose, ...context } = props;
  const t = useTranslations('filters.builder');
  const q = useTranslations('query');
  const f = useTranslations('filters.form');
  const builder = useBuilder(start, filter === null);
  const isApplied = useRef(false);
  const { draft, open } = builder;
  const changed = isChanged(draft);

  function isChanged(next: Filter): boolean {
    return !sameJson(settled(next) ?? undefined, filter ?? undefined);
  }

  function apply() {
    const next = builder.written();
    if (next === 'refused') return;
    isApplied.current = true;
    onApply(settled(next));
  }

  /** What is left unfinished, with what is written in the open form. */
  function left(): Filter {
    const next = builder.written();
    return next === 'refused' ? draft : next;
  }

  const form = (condition: FilterCondition | null) => (
    <ConditionForm
      {...context}
      ref={builder.form}
      condition={condition}
      action={condition ? t('change') : q('addCondition')}
      onApply={builder.take}
      onCancel={open?.isFirst ? undefined : builder.cancel}
    />
  );
  const group = (entry: FilterGroup, path: FilterPath) => {
    const isAdding = open?.isNew && open.path.join('.') === path.join('.');
    return (
      <section
        ref={path.length === 0 ? builder.area : undefined}
        className={styles.group}
        aria-label={t('group')}
        data-depth={path.length % 3}
        data-group={path.join('.')}
        onKeyDown={path.length === 0 ? builder.onKeyDown : undefined}
      >
        <EntryRow builder={builder} path={path} isGroup={path.length > 0}>
          <Segmented
            label={q('join')}
            value={joinOf(entry) ?? 'and'}
            onChange={(join) => builder.join(path, join)}
            options={[
              { value: 'and', label: q('allOf') },
              { value: 'or', label: q('anyOf') },
            ]}
          />
        </EntryRow>
        {childrenOf(entry, path).map((child) => (
          <div key={child.key} className={styles.entry}>
            {entryOf(child.entry, child.path)}
          </div>
        ))}
        {isAdding ? form(null) : null}
        <div className={styles.add}>
          {isAdding ? null : (
            <Button
              kind="ghost"
              size="small"
              icon={<PlusIcon size={14} />}
              data-add=""
              onClick={() => builder.begin(path, true)}
            >
              {q('addCondition')}
            </Button>
          )}
          <Button
            kind="ghost"
            size="small"
            icon={<PlusIcon size={14} />}
            onClick={() => builder.add(path, { [joinOf(entry) === 'and' ? 'or' : 'and']: [] })}
          >
            {t('addGroup')}
          </Button>
        </div>
      </section>
    );
  };
  const entryOf = (child: Json, path: FilterPath) => {
    if (isJsonObject(child) && !isCondition(child) && joinOf(child) !== null) return group(child, path);
    if (isCondition(child) && open && !open.isNew && open.path.join('.') === path.join('.')) return form(child);
    return (
      <EntryRow builder={builder} path={path} isGroup={false}>
        {isCondition(child) ? (
          <ConditionPill
            {...context}
            place={path.join('.')}
            condition={child}
            onEdit={() => builder.begin(path, false)}
            onRemove={() => builder.act('remove', path)}
          />
        ) : (
          <button type="button" data-entry={path.join('.')} className={styles.unknown} title={t('unknownEntry')}>
            {formatJson(child).slice(0, 120)}
          </button>
        )}
      </EntryRow>
    );
  };
  return (
    <Dialog
      open
      onClose={() => {
        const next = left();
        onClose(isChanged(next) ? next : null);
      }}
      title={t('title')}
      subtitle={changed ? t('notApplied') : t('note')}
      size="medium"
      keepOnOutsidePress
      initialFocus={builder.first}
      // Once applied, the cells take it.
      finalFocus={() => !isApplied.current}
      onKeyDownCapture={(event) => {
        if (!isPressed('applyFilter', event)) return;
        // Not the Enter of what has the focus as well: a field of the open form would take it alone, and close.
        event.preventDefault();
        event.stopPropagation();
        apply();
      }}
      footer={
        <>
          <p className={styles.keys}>{t('keys')}</p>
          <Button kind="ghost" onClick={() => onOpenJson(left())}>
            {q('json')}
          </Button>
          <Button kind="ghost" onClick={() => (filter === null ? builder.clear() : onApply(null))}>
            {t('clear')}
          </Button>
          <Button kind="primary" onClick={apply}>
            {f('apply')} <Kbd keys={keysOf('applyFilter')} />
          </Button>
        </>
      }
    >
      {group(draft, [])}
    </Dialog>
  );
}

type Builder = ReturnType<typeof useBuilder>;
type EntryAction = 'up' | 'down' | 'duplicate' | 'wrap' | 'ungroup' | 'remove';

/** What can be done to an entry, in the order of its menu; `keys` as the menu shows them. */
const actions: Record<EntryAction, { icon: Icon; keys: string; of(filter: Filter, path: FilterPath): Moved | null }> = {
  up: { icon: ArrowUpIcon, keys: 'Alt+↑', of: (filter, path) => moveEntry(filter, path, -1) },
  down: { icon: ArrowDownIcon, keys: 'Alt+↓', of: (filter, path) => moveEntry(filter, path, 1) },
  duplicate: { icon: CopyIcon, keys: 'D', of: duplicateEntry },
  wrap: { icon: BracesIcon, keys: 'G', of: wrapEntry },
  ungroup: { icon: ListIcon, keys: 'U', of: ungroupEntry },
  remove: { icon: TrashIcon, keys: 'Delete', of: removeEntry },
};

function actionOf({ key, altKey }: KeyboardEvent): EntryAction | null {
  if (altKey) return key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : null;
  const byKey: Partial<Record<string, EntryAction>> = {
    d: 'duplicate',
    g: 'wrap',
    u: 'ungroup',
    delete: 'remove',
    backspace: 'remove',
  };
  return byKey[key.toLowerCase()] ?? null;
}

const emptyFilter: Filter = { and: [] };

/** Where a form is open in the builder: on an entry, or for a new one at the end of a group. */
interface OpenForm {
  path: FilterPath;
  isNew: boolean;
  /** It is that of the first condition of all, which is always open. */
  isFirst?: boolean;
}

/**
 * The draft and its changes, by menu and by key. The focus follows the entry that was changed: entries carry `data-entry` with their path. One form at a
 * time is open; what is written in it is taken before anything else is done, and never dropped.
 *
 * @param beginsEmpty the query has no filter: without any entry the form of the first one is open
 */
function useBuilder(filter: Filter | null, beginsEmpty: boolean) {
  const [draft, setDraft] = useState<Filter>(filter ?? emptyFilter);
  const [begun, setBegun] = useState<OpenForm | null>(null);
  const isFirst = beginsEmpty && childrenOf(draft).length === 0;
  const open = begun ?? (isFirst ? { path: [], isNew: true, isFirst } : null);
  const area = useRef<HTMLElement>(null);
  const form = useRef<OpenCondition>(null);
  const elementsOf = (selector: string) => [...(area.current?.querySelectorAll<HTMLElement>(selector) ?? [])];

  function take(moved: Moved | null) {
    if (moved === null) return;
    flushSync(() => {
      setDraft(moved.filter);
      setBegun(null);
    });
    // The root has no element of its own: the way to a first condition has.
    const [entry] = elementsOf(`[data-entry="${moved.path.join('.')}"]`);
    (entry ?? elementsOf('[data-add], form input')[0])?.focus();
  }

  function withCondition({ path, isNew }: OpenForm, condition: FilterCondition): Moved {
    return isNew ? appendEntry(draft, path, condition) : { filter: replaceAt(draft, path, condition), path };
  }

  /** The draft with what is written in the open form; paths of its entries stay as they are. */
  function written(): Filter | 'refused' {
    const condition = form.current?.take() ?? null;
    if (condition === 'refused') return condition;
    return open && condition ? withCondition(open, condition).filter : draft;
  }

  /** Changes the draft, unless what is written is refused. */
  function change(to: (now: Filter) => Moved | null) {
    const now = written();
    if (now !== 'refused') take(to(now));
  }

  function begin(path: FilterPath, isNew: boolean) {
    const now = written();
    if (now === 'refused') return;
    flushSync(() => {
      setDraft(now);
      setBegun({ path, isNew });
    });
    if (isNew) elementsOf('form input')[0]?.focus();
  }

  function cancel() {
    if (!begun) return;
    flushSync(() => setBegun(null));
    const at = begun.path.join('.');
    elementsOf(begun.isNew ? `[data-group="${at}"] > * > [data-add]` : `[data-entry="${at}"]`)[0]?.focus();
  }

  function step(from: HTMLElement, by: 1 | -1) {
    const all = elementsOf('[data-entry]');
    all[all.indexOf(from) + by]?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = event.target instanceof HTMLElement ? event.target : null;
    const text = at?.dataset.entry;
    if (!at || text === undefined || event.ctrlKey || event.metaKey) return;
    const action = actionOf(event);
    if (action !== null) change((now) => actions[action].of(now, text.split('.').map(Number)));
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') step(at, event.key === 'ArrowUp' ? -1 : 1);
    else if (event.key.toLowerCase() === 'a' && !event.altKey) {
      at.closest('section')?.querySelector<HTMLElement>(':scope > * > [data-add]')?.click();
    } else return;
    event.preventDefault();
  }

  return {
    draft,
    area,
    // What takes the focus first: an entry, else the form of the first one.
    first: {
      get current() {
        return elementsOf('[data-entry], [data-add], form input')[0] ?? null;
      },
    },
    onKeyDown,
    open,
    form,
    written,
    begin,
    cancel,
    take: (condition: FilterCondition) => open && take(withCondition(open, condition)),
    add: (path: FilterPath, entry: Json) => change((now) => appendEntry(now, path, entry)),
    join: (path: FilterPath, join: 'and' | 'or') => setDraft((now) => joinAt(now, path, join)),
    act: (action: EntryAction, path: FilterPath) => change((now) => actions[action].of(now, path)),
    clear: () => {
      setDraft(emptyFilter);
      setBegun(null);
    },
  };
}

interface EntryRowProps {
  builder: Builder;
  path: FilterPath;
  /** It is the head of a group, represented by its own menu button. */
  isGroup: boolean;
  children: ReactNode;
}

/** An entry of a group with the menu of what can be done to it. */
function EntryRow({ builder, path, isGroup, children }: EntryRowProps) {
  const t = useTranslations('filters.builder');
  if (path.length === 0) return <div className={styles.row}>{children}</div>;
  const items = (Object.keys(actions) as EntryAction[])
    .filter((action) => isGroup || action !== 'ungroup')
    .map((action) => {
      const { icon: Sign, keys, of } = actions[action];
      return {
        key: action,
        label: action === 'remove' && isGroup ? t('removeGroup') : t(`actions.${action}`),
        icon: <Sign />,
        keys,
        danger: action === 'remove',
        disabledReason: of(builder.draft, path) === null && t(action === 'ungroup' ? 'keptKeys' : 'atEnd'),
        onSelect: () => builder.act(action, path),
      };
    });
  return (
    <ContextMenu popup={(menu) => <ContextMenuPopup {...menu} items={items} />}>
      <div className={styles.row}>
        {children}
        <IconButton
          size="small"
          label={t(isGroup ? 'groupActions' : 'entryActions')}
          icon={<MoreIcon size={14} />}
          {...(isGroup ? { 'data-entry': path.join('.') } : {})}
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            const at = { bubbles: true, cancelable: true, clientX: left, clientY: bottom + 2 };
            event.currentTarget.dispatchEvent(new MouseEvent('contextmenu', at));
          }}
        />
      </div>
    </ContextMenu>
  );
}
