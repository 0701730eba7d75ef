import { type KeyboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button';
import { classNames } from './class-names';
import { ChevronRightIcon } from './icons';
import styles from './json-tree.module.css';

const childrenAtOnce = 100;

interface JsonTreeProps {
  /** A parsed JSON value; long integers as `bigint` are written out exactly. */
  value: unknown;
  /** How many levels are open at first. */
  openLevels?: number;
}

/** A JSON value that opens level by level, so that large answers stay quick. Arrows go through its levels, open and close them. */
export function JsonTree({ value, openLevels = 2 }: JsonTreeProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons in it
    <div className={styles.tree} onKeyDown={onArrow}>
      <Node name={null} value={value} openLevels={openLevels} />
    </div>
  );
}

/** Up and down go from level to level as they are seen, right opens or goes in, left closes or goes out. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const toggles = [...event.currentTarget.querySelectorAll<HTMLElement>('button[aria-expanded]')];
  const toggle = toggles.find((each) => each === document.activeElement);
  if (!toggle) return;
  const open = toggle.getAttribute('aria-expanded') === 'true';
  const turns = event.key === (open ? 'ArrowLeft' : 'ArrowRight');
  const next = turns ? null : goalOf(event.key, toggles, toggle);
  if (!turns && !next) return;
  event.preventDefault();
  if (next) next.focus();
  else toggle.click();
}

function goalOf(key: string, toggles: readonly HTMLElement[], from: HTMLElement): HTMLElement | null | undefined {
  const at = toggles.indexOf(from);
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return toggles[at + 1];
    case 'ArrowUp':
      return toggles[at - 1];
    case 'ArrowLeft':
      return from.closest(`.${styles.children}`)?.parentElement?.querySelector('button');
    case 'Home':
      return toggles[0];
    case 'End':
      return toggles.at(-1);
    default:
      return null;
  }
}

interface NodeProps {
  name: string | null;
  value: unknown;
  openLevels: number;
}

function Node({ name, value, openLevels }: NodeProps) {
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={styles.leaf}>
        <Name name={name} />
        <Scalar value={value} />
      </div>
    );
  }
  return <Branch name={name} value={value} openLevels={openLevels} />;
}

function Branch({ name, value, openLevels }: NodeProps & { value: object }) {
  const t = useTranslations('common');
  const [open, setOpen] = useState(openLevels > 0);
  const [shown, setShown] = useState(childrenAtOnce);
  const isArray = Array.isArray(value);
  const entries = Object.entries(value);
  const size = isArray ? t('itemsCount', { count: entries.length }) : t('keysCount', { count: entries.length });
  const rest = entries.length - shown;
  return (
    <div>
      <button type="button" aria-expanded={open} className={styles.toggle} onClick={() => setOpen(!open)}>
        <ChevronRightIcon size={12} className={classNames(styles.chevron, open && styles.open)} />
        <Name name={name} />
        <span className={styles.size}>
          {isArray ? '[' : '{'} {size} {isArray ? ']' : '}'}
        </span>
      </button>
      {open ? (
        <div className={styles.children}>
          {entries.slice(0, shown).map(([key, child]) => (
            <Node key={key} name={key} value={child} openLevels={openLevels - 1} />
          ))}
          {rest > 0 ? (
            <Button size="small" kind="ghost" onClick={() => setShown(shown + childrenAtOnce)}>
              {t('showMore', { count: Math.min(rest, childrenAtOnce) })}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function Name({ name }: { name: string | null }) {
  return name === null ? null : <span className={styles.name}>{name}: </span>;
}

function Scalar({ value }: { value: unknown }) {
  if (typeof value === 'string') return <span className={styles.string}>{JSON.stringify(value)}</span>;
  if (typeof value === 'number' || typeof value === 'bigint') {
    return <span className={styles.number}>{String(value)}</span>;
  }
  return <span className={styles.word}>{String(value)}</span>;
}
