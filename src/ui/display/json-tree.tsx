import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../form/button';
import { classNames } from '../hooks/class-names';
import { ChevronRightIcon } from '../icons/later-icons';
import {
  allOpen,
  childrenAtOnce,
  type JsonRow,
  type JsonTreeState,
  jsonRows,
  type NumeralOf,
  siblingsOpen,
  treeStep,
  untouched,
} from './json-rows';
import styles from './json-tree.module.css';

/** More lines at once slow the page down; what is below opens branch by branch. */
const linesAtOnce = 2000;

interface JsonTreeProps {
  /** What the value is, for those who listen. */
  label: string;
  /** A parsed JSON value, whose numbers are written out exactly. */
  value: unknown;
  numeralOf: NumeralOf;
  /** How many levels are open at first. */
  openLevels?: number;
}

/** A JSON value that opens level by level, so that large answers stay quick; by keyboard it is a tree as ARIA has it. */
export function JsonTree({ label, value, numeralOf, openLevels = 2 }: JsonTreeProps) {
  const t = useTranslations('common');
  const tree = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<JsonTreeState>(untouched);
  const [current, setCurrent] = useState('');
  const rows = useMemo(() => jsonRows(value, openLevels, state, numeralOf), [value, openLevels, state, numeralOf]);
  const at = Math.max(
    0,
    rows.findIndex(({ path }) => path === current),
  );
  const hasBranches = rows[0]?.kind !== 'leaf';

  function turn(path: string, open: boolean) {
    setState({ ...state, turned: new Map(state.turned).set(path, open) });
  }

  function showMore(path: string) {
    const shown = (state.shown.get(path) ?? childrenAtOnce) + childrenAtOnce;
    setState({ ...state, shown: new Map(state.shown).set(path, shown) });
  }

  function onClick({ target }: MouseEvent) {
    const lines: readonly Element[] = [...(tree.current?.children ?? [])];
    const row = rows[lines.findIndex((line) => line.contains(target as Node))];
    if (!row || row.kind === 'leaf') return;
    setCurrent(row.path);
    if (row.kind === 'more') showMore(row.parent ?? '');
    else turn(row.path, !row.open);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = treeStep(rows, at, event.key);
    if (!step) return;
    event.preventDefault();
    switch (step.kind) {
      case 'go':
        (tree.current?.children[step.to] as HTMLElement | undefined)?.focus();
        break;
      case 'turn':
        turn(step.path, step.open);
        break;
      case 'show-more':
        showMore(step.path);
        break;
      case 'open-siblings':
        setState(siblingsOpen(rows, at, state));
    }
  }

  return (
    <div className={styles.whole}>
      {hasBranches ? (
        <div className={styles.tools}>
          <Button size="small" kind="ghost" onClick={() => setState(allOpen(value, linesAtOnce, numeralOf))}>
            {t('expandAll')}
          </Button>
          <Button
            size="small"
            kind="ghost"
            onClick={() => setState({ turned: new Map([['', false]]), shown: new Map() })}
          >
            {t('collapseAll')}
          </Button>
        </div>
      ) : null}
      <div ref={tree} role="tree" aria-label={label} className={styles.tree} onKeyDown={onKeyDown} onClick={onClick}>
        {rows.map((row, index) => (
          <Line key={row.path} row={row} numeralOf={numeralOf} tabIndex={index === at ? 0 : -1} onFocus={setCurrent} />
        ))}
      </div>
    </div>
  );
}

interface LineProps {
  row: JsonRow;
  numeralOf: NumeralOf;
  tabIndex: 0 | -1;
  onFocus: (path: string) => void;
}

function Line({ row, numeralOf, tabIndex, onFocus }: LineProps) {
  const isBranch = row.kind === 'object' || row.kind === 'array';
  return (
    <div
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={isBranch ? row.open : undefined}
      tabIndex={tabIndex}
      className={classNames(styles.line, row.kind !== 'leaf' && styles.pressed)}
      style={{ '--level': row.level - 1 } as CSSProperties}
      onFocus={() => onFocus(row.path)}
    >
      <Content row={row} numeralOf={numeralOf} />
    </div>
  );
}

const Content = memo(function Content({ row, numeralOf }: { row: JsonRow; numeralOf: NumeralOf }): ReactNode {
  const t = useTranslations('common');
  const { kind, name, size, open, value } = row;
  if (kind === 'more')
    return <span className={styles.more}>{t('showMore', { count: Math.min(size, childrenAtOnce) })}</span>;
  if (kind === 'leaf') {
    return (
      <span className={styles.leaf}>
        <Name name={name} />
        <Scalar value={value} numeral={numeralOf(value)} />
      </span>
    );
  }
  const isArray = kind === 'array';
  return (
    <>
      <ChevronRightIcon size={12} className={classNames(styles.chevron, open && styles.open)} />
      <Name name={name} />
      <span className={styles.size}>
        {isArray ? '[' : '{'} {t(isArray ? 'itemsCount' : 'keysCount', { count: size })} {isArray ? ']' : '}'}
      </span>
    </>
  );
});

function Name({ name }: { name: string | null }) {
  return name === null ? null : <span className={styles.name}>{name}: </span>;
}

function Scalar({ value, numeral }: { value: unknown; numeral: string | null }) {
  if (typeof value === 'string') return <span className={styles.string}>{JSON.stringify(value)}</span>;
  if (numeral !== null) return <span className={styles.number}>{numeral}</span>;
  return <span className={styles.word}>{String(value)}</span>;
}
