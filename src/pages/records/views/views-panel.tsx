import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { columnLabel } from '../../../grid/columns/column-label';
import type { ColumnTable } from '../../../grid/columns/column-table';
import type { GridColumn } from '../../../grid/columns/columns-of';
import type { TablePlace } from '../../../storage/database';
import { Badge } from '../../../ui/display/badge';
import { TimeText } from '../../../ui/display/time-text';
import { Button, IconButton } from '../../../ui/form/button';
import { TextField } from '../../../ui/form/text-field';
import { CheckIcon } from '../../../ui/icons/icons';
import { EditIcon, TrashIcon } from '../../../ui/icons/later-icons';
import { showToast } from '../../../ui/overlay/toast';
import { filterLine } from '../query/filter-text';
import { ViewSharing } from './view-sharing';
import { type PastQuery, useViews } from './view-store';
import { type Look, type Query, type View, withView } from './views';
import styles from './views-panel.module.css';

interface ViewsPanelProps {
  place: TablePlace;
  tableName: string;
  columns: readonly GridColumn[];
  table: ColumnTable;
  /** How the table is shown now. */
  look: Look;
  active: View | null;
  /** The look is not that of the active view any more. */
  changed: boolean;
  onActive(view: View | null): void;
  onApply(view: View): void;
  onQuery(query: Query): void;
}

/** Saved views of a table, and the history of its queries. */
export function ViewsPanel(props: ViewsPanelProps) {
  const { place, tableName, columns, table, look, active, changed, onActive, onApply, onQuery } = props;
  const t = useTranslations('views');
  const kept = useViews(place);
  if (kept === null) return <div className={styles.panel} aria-busy="true" />;
  const { views, history, denied, change } = kept;
  const names = views.map(({ name }) => name);

  function save(view: View) {
    void change((all) => withView(all, view));
  }

  function saveAs(name: string, id: string) {
    const view = { ...look, id, name };
    save(view);
    onActive(view);
  }

  function remove(view: View) {
    void change((all) => all.filter(({ id }) => id !== view.id));
    const wasActive = active?.id === view.id;
    if (wasActive) onActive(null);
    showToast({
      title: t('deleted', { name: view.name }),
      key: 'view',
      action: {
        label: t('undo'),
        onSelect: () => {
          save(view);
          if (wasActive) onActive(view);
        },
      },
    });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows go from row to row, Tab goes everywhere
    <div className={styles.panel} onKeyDown={stepRows}>
      {active && changed ? (
        <div className={styles.active}>
          <span>
            <b>{active.name}</b> <Badge tone="staged">{t('changed')}</Badge>
          </span>
          <Button size="small" onClick={() => onApply(active)}>
            {t('back')}
          </Button>
          <Button size="small" onClick={() => saveAs(active.name, active.id)}>
            {t('update')}
          </Button>
        </div>
      ) : null}
      {views.length > 0 ? (
        <section aria-labelledby="views-saved">
          <h3 id="views-saved" className={styles.heading}>
            {t('saved')}
          </h3>
          <ul className={styles.list}>
            {active ? (
              <li className={styles.row}>
                <button
                  type="button"
                  data-row=""
                  className={styles.face}
                  aria-label={t('leave', { name: active.name })}
                  onClick={() => {
                    onActive(null);
                    onQuery({ filter: null, order: null });
                  }}
                >
                  <span className={styles.check} />
                  <span className={styles.name}>{t('allRecords')}</span>
                </button>
              </li>
            ) : null}
            {views.map((view) => (
              <ViewRow
                key={view.id}
                view={view}
                columns={columns}
                active={view.id === active?.id}
                names={names}
                onApply={() => onApply(view)}
                onRename={(name) => {
                  save({ ...view, name });
                  if (active?.id === view.id) onActive({ ...active, name });
                }}
                onDelete={() => remove(view)}
              />
            ))}
          </ul>
        </section>
      ) : null}
      <SaveForm names={names} onSave={(name) => saveAs(name, crypto.randomUUID())} />
      <p className={styles.note}>{denied ? t('denied') : t('note')}</p>
      <QueryHistory history={history} columns={columns} onQuery={onQuery} />
      <ViewSharing place={place} tableName={tableName} table={table} look={look} views={views} change={change} />
    </div>
  );
}

function stepRows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[at === -1 ? 0 : at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** The problem of a name, as a text key: two views of one name would be ambiguous. */
function nameProblem(name: string, names: readonly string[]): 'empty' | 'taken' | null {
  if (name === '') return 'empty';
  return names.includes(name) ? 'taken' : null;
}

function SaveForm({ names, onSave }: { names: readonly string[]; onSave(name: string): void }) {
  const t = useTranslations('views');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<'empty' | 'taken' | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = name.trim();
    const found = nameProblem(wanted, names);
    setProblem(found);
    if (found !== null) return;
    onSave(wanted);
    setName('');
  }

  return (
    <form className={styles.save} onSubmit={submit}>
      <TextField
        label={t('saveAs')}
        value={name}
        autoFocus={names.length === 0}
        placeholder={t('namePlaceholder')}
        error={problem ? t(problem) : undefined}
        onChange={(next) => {
          setName(next);
          setProblem(null);
        }}
      />
      <Button type="submit">{t('save')}</Button>
    </form>
  );
}

interface ViewRowProps {
  view: View;
  columns: readonly GridColumn[];
  active: boolean;
  /** Of all views. */
  names: readonly string[];
  onApply(): void;
  onRename(name: string): void;
  onDelete(): void;
}

/** A view by its name and its query. */
function ViewRow({ view, columns, active, names, onApply, onRename, onDelete }: ViewRowProps) {
  const t = useTranslations('views');
  const queryText = useQueryText(columns);
  const [name, setName] = useState<string | null>(null);
  if (name !== null) {
    const wanted = name.trim();
    const problem = wanted === view.name ? null : nameProblem(wanted, names);
    return (
      <li>
        <TextField
          label={t('rename', { name: view.name })}
          hideLabel
          size="small"
          autoFocus
          value={name}
          error={problem ? t(problem) : undefined}
          onChange={setName}
          onBlur={() => setName(null)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Escape') {
              event.stopPropagation();
              setName(null);
            } else if (event.key === 'Enter' && problem === null) {
              onRename(wanted);
              setName(null);
            }
          }}
        />
      </li>
    );
  }
  return (
    <li className={styles.row}>
      <button
        type="button"
        data-row=""
        className={styles.face}
        aria-current={active || undefined}
        aria-label={t('apply', { name: view.name })}
        onClick={onApply}
      >
        <span className={styles.check}>{active ? <CheckIcon size={14} /> : null}</span>
        <span className={styles.name}>{view.name}</span>
        <span className={styles.what}>{queryText(view)}</span>
      </button>
      <IconButton
        size="small"
        label={t('rename', { name: view.name })}
        icon={<EditIcon size={14} />}
        onClick={() => setName(view.name)}
      />
      <IconButton
        size="small"
        label={t('delete', { name: view.name })}
        icon={<TrashIcon size={14} />}
        onClick={onDelete}
      />
    </li>
  );
}

interface QueryHistoryProps {
  history: readonly PastQuery[];
  columns: readonly GridColumn[];
  onQuery(query: Query): void;
}

/** The last queries of the table; a press runs one again. */
function QueryHistory({ history, columns, onQuery }: QueryHistoryProps) {
  const t = useTranslations('views');
  const queryText = useQueryText(columns);
  if (history.length === 0) return null;
  return (
    <section aria-labelledby="views-asked">
      <h3 id="views-asked" className={styles.heading}>
        {t('recentQueries')}
      </h3>
      <ul className={styles.list}>
        {history.map((query) => (
          <li key={query.asked_at} className={styles.row}>
            <button type="button" data-row="" className={styles.face} onClick={() => onQuery(query)}>
              <span className={styles.past}>{queryText(query)}</span>
              <span className={styles.what}>
                <TimeText at={query.asked_at} look="ago" />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A query on one line: its filter, then its sort. */
function useQueryText(columns: readonly GridColumn[]): (query: Query) => string {
  const t = useTranslations('views');
  const q = useTranslations('query');
  const g = useTranslations('grid');
  return ({ filter, order }) => {
    const column = columns.find(({ id }) => id === order?.field_id);
    const field = order && columnLabel(column ?? { id: order.field_id, name: null, source: 'system' }, g);
    const parts = [
      filter && filterLine(filter, columns, q),
      order && t('ordered', { field: field ?? '', direction: q(order.type === 'asc' ? 'ascending' : 'descending') }),
    ];
    return parts.filter(Boolean).join(' · ') || t('allRecords');
  };
}
