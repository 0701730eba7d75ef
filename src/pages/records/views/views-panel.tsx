import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ColumnTable } from '../../../grid/columns/column-table';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { Badge } from '../../../ui/display/badge';
import { Button } from '../../../ui/form/button';
import { TextField } from '../../../ui/form/text-field';
import { showToast } from '../../../ui/overlay/toast';
import type { Question } from './question';
import { QuestionList } from './question-list';
import { useViews } from './use-views';
import type { Look, View } from './view';
import { withView } from './view-list';
import { ViewRow } from './view-row';
import { ViewTools } from './view-tools';
import styles from './views-panel.module.css';

interface ViewsPanelProps {
  place: { environment: string; table_id: string };
  tableName: string;
  columns: readonly GridColumn[];
  table: ColumnTable;
  /** How the table is looked at now. */
  look: Look;
  active: View | null;
  /** The look is not that of the active view any more. */
  changed: boolean;
  onActive(view: View | null): void;
  onApply(view: View): void;
  onAsk(question: Question): void;
}

/** Named views of a table, and what was asked of it before. */
export function ViewsPanel(props: ViewsPanelProps) {
  const { place, tableName, columns, table, look, active, changed, onActive, onApply, onAsk } = props;
  const t = useTranslations('views');
  const { views, questions, denied, change } = useViews(place);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<'empty' | 'taken' | null>(null);
  if (views === null) return <div className={styles.panel} aria-busy="true" />;

  function save(event: FormEvent) {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '' || views?.some((view) => view.name === wanted)) {
      setProblem(wanted === '' ? 'empty' : 'taken');
      return;
    }
    const view: View = { ...look, id: crypto.randomUUID(), name: wanted, saved_at: Date.now() };
    void change((all) => withView(all, view));
    onActive(view);
    setName('');
  }

  function update(view: View) {
    const next = { ...look, id: view.id, name: view.name, saved_at: Date.now() };
    void change((all) => withView(all, next));
    onActive(next);
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
          void change((all) => withView(all, view));
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
          <Button size="small" onClick={() => update(active)}>
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
            {views.map((view) => (
              <ViewRow
                key={view.id}
                view={view}
                columns={columns}
                active={view.id === active?.id}
                names={views.map((each) => each.name)}
                onApply={() => onApply(view)}
                onRename={(next) => {
                  const renamed = { ...view, name: next };
                  void change((all) => withView(all, renamed));
                  if (active?.id === view.id) onActive({ ...active, name: next });
                }}
                onDelete={() => remove(view)}
              />
            ))}
          </ul>
        </section>
      ) : null}
      <form className={styles.save} onSubmit={save}>
        <TextField
          label={t('saveAs')}
          value={name}
          autoFocus={views.length === 0}
          placeholder={t('namePlaceholder')}
          error={problem ? t(problem) : undefined}
          onChange={(next) => {
            setName(next);
            setProblem(null);
          }}
        />
        <Button type="submit">{t('save')}</Button>
      </form>
      <p className={styles.note}>{denied ? t('denied') : t('note')}</p>
      <QuestionList questions={questions} columns={columns} onAsk={onAsk} />
      <ViewTools place={place} tableName={tableName} table={table} look={look} views={views} change={change} />
    </div>
  );
}

function stepRows(event: KeyboardEvent<HTMLDivElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[at === -1 ? 0 : at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
