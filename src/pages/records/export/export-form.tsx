import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { walkRequests } from '../../../api/queries/walk-records';
import { limits } from '../../../contract/limits';
import { columnLabel } from '../../../grid/columns/column-label';
import { headerForms, referenceForms } from '../../../transfer/out/export-columns';
import { exportFormats } from '../../../transfer/out/export-plan';
import { csvTargets } from '../../../transfer/out/text-writers';
import { sheetLimits } from '../../../transfer/out/xlsx-writer';
import { Notice } from '../../../ui/display/notice';
import { Button } from '../../../ui/form/button';
import { Checkbox } from '../../../ui/form/checkbox';
import { Segmented } from '../../../ui/form/select';
import { SearchField } from '../../../ui/form/text-field';
import { useDuration, useJoin } from '../../../ui/hooks/use-phrases';
import { ChevronDownIcon } from '../../../ui/icons/icons';
import { ChevronUpIcon } from '../../../ui/icons/later-icons';
import type { CountState } from '../rows/use-count';
import type { ExportAbout } from './export-about';
import type { ExportChoice } from './export-choice';
import styles from './export-dialog.module.css';

interface ExportFormProps {
  about: ExportAbout;
  count: CountState;
  choice: ExportChoice;
  onChoice(choice: ExportChoice): void;
}

/** Which rows and columns, and in which form; with what it will cost. */
export function ExportForm({ about, count, choice, onChoice }: ExportFormProps) {
  const t = useTranslations('exporting');
  const { query, extent, loaded, selected, selectedRows } = about;
  const { scope, format } = choice;
  const set = (change: Partial<ExportChoice>) => onChoice({ ...choice, ...change });
  return (
    <div className={styles.form}>
      <Choice
        label={t('rows')}
        value={scope}
        onChange={(next) => set({ scope: next })}
        options={[
          { value: 'matching', label: t(query.filter ? 'scope.matching' : 'scope.all') },
          { value: 'selection', label: t('scope.selection', { rows: selectedRows }) },
          { value: 'loaded', label: t('scope.loaded', { rows: loaded.length }) },
        ]}
      >
        <p className={styles.note}>
          {scope === 'matching' ? (
            <Cost about={about} count={count} />
          ) : scope === 'selection' && selected.length < selectedRows ? (
            t('selectionUnread', { unread: selectedRows - selected.length })
          ) : (
            t('noRequests')
          )}
        </p>
        {scope === 'matching' && query.order ? (
          <Checkbox
            label={t('byRecordId')}
            hint={t('byRecordIdHint')}
            checked={choice.byRecordId}
            onChange={(byRecordId) => set({ byRecordId })}
          />
        ) : null}
      </Choice>
      <Choice
        label={t('format')}
        value={format}
        onChange={(next) => set({ format: next })}
        options={exportFormats.map((value) => ({ value, label: t(`formats.${value}`) }))}
      >
        <p className={styles.note}>
          {format === 'csv' ? t(`csvNotes.${choice.target}`) : t(`formatNotes.${format}`)}
          {format === 'xlsx' && (extent.exactly ?? extent.atLeast) >= sheetLimits.rows
            ? ` ${t('moreSheets', { rows: sheetLimits.rows })}`
            : null}
        </p>
        {format === 'csv' ? (
          <Segmented
            label={t('target')}
            value={choice.target}
            onChange={(target) => set({ target })}
            options={csvTargets.map((value) => ({ value, label: t(`targets.${value}`) }))}
          />
        ) : null}
        {format === 'csv' && choice.target === 'spreadsheets' ? (
          <Checkbox label={t('mark')} checked={choice.mark} onChange={(mark) => set({ mark })} />
        ) : null}
      </Choice>
      <Choice
        label={t('headers')}
        value={choice.headers}
        onChange={(headers) => set({ headers })}
        options={headerForms.map((value) => ({ value, label: t(`headerForms.${value}`) }))}
      />
      {format === 'csv' || format === 'xlsx' ? (
        <Choice
          label={t('references')}
          value={choice.references}
          onChange={(references) => set({ references })}
          options={referenceForms.map((value) => ({ value, label: t(`referenceForms.${value}`) }))}
        />
      ) : null}
      <Line label={t('columns')}>
        <ExportColumnsChoice about={about} chosen={choice.columns} onChoice={(columns) => set({ columns })} />
      </Line>
      {about.staged ? <Notice>{t('withoutDrafts')}</Notice> : null}
    </div>
  );
}

type ChoiceProps<Value extends string> = ComponentProps<typeof Segmented<Value>> & { children?: ReactNode };

/** A line of one choice, and what belongs to it. */
function Choice<Value extends string>({ children, ...segmented }: ChoiceProps<Value>) {
  return (
    <Line label={segmented.label}>
      <Segmented {...segmented} />
      {children}
    </Line>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not lie on a grid
    <div role="group" aria-labelledby={id} className={styles.line}>
      <div id={id} className={styles.label}>
        {label}
      </div>
      <div className={styles.controls}>{children}</div>
    </div>
  );
}

/** What reading will take, at the rate that the environment allows now. */
function Cost({ about: { client, extent }, count }: Pick<ExportFormProps, 'about' | 'count'>) {
  const t = useTranslations('exporting');
  const duration = useDuration();
  const { rate } = client.budget.snapshot();
  const shown = Math.round(rate * 10) / 10;
  if (extent.exactly === null) {
    const counting = count.counting !== null;
    return (
      <>
        {counting
          ? t('counting', { rows: Math.max(extent.atLeast, count.counting ?? 0) })
          : t('costUnknown', { rows: extent.atLeast, page: limits.pageSizeMax - 1, rate: shown })}{' '}
        <Button kind="ghost" size="small" onClick={() => (counting ? count.stop() : count.start(extent.atLeast))}>
          {t(counting ? 'stopCounting' : 'countFirst')}
        </Button>
      </>
    );
  }
  const requests = walkRequests(extent.exactly);
  return t('cost', { rows: extent.exactly, requests, time: duration(requests / rate), rate: shown });
}

/** More than these are not read one by one. */
const namedMost = 8;

interface ExportColumnsChoiceProps {
  about: ExportAbout;
  chosen: ReadonlySet<string>;
  onChoice(chosen: ReadonlySet<string>): void;
}

/** The columns of the file: those that show, all, or one by one. */
function ExportColumnsChoice({ about, chosen, onChoice }: ExportColumnsChoiceProps) {
  const t = useTranslations('exporting');
  const l = useTranslations('columns.list');
  const g = useTranslations('grid');
  const join = useJoin();
  const [open, setOpen] = useState(false);
  const [find, setFind] = useState('');
  const { columns, shown } = about;
  const left = columns.filter(({ id }) => !chosen.has(id));
  const wanted = find.trim().toLowerCase();
  const found = columns.filter((column) => `${columnLabel(column, g)} ${column.id}`.toLowerCase().includes(wanted));
  return (
    <>
      <div className={styles.tools}>
        <span className={styles.count}>{t('columnsChosen', { chosen: chosen.size, all: columns.length })}</span>
        <Button kind="ghost" size="small" onClick={() => onChoice(new Set(columns.map(({ id }) => id)))}>
          {t('allColumns')}
        </Button>
        <Button kind="ghost" size="small" onClick={() => onChoice(new Set(shown))}>
          {t('shownColumns')}
        </Button>
        <Button kind="ghost" size="small" onClick={() => onChoice(new Set())}>
          {t('noneOfColumns')}
        </Button>
        <Button
          kind="ghost"
          size="small"
          icon={open ? <ChevronUpIcon /> : <ChevronDownIcon />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('chooseColumns')}
        </Button>
      </div>
      {left.length > 0 && left.length <= namedMost ? (
        <p className={styles.note}>{t('columnsLeft', { names: join(left.map((column) => columnLabel(column, g))) })}</p>
      ) : null}
      {chosen.has('item_id') ? null : <p className={styles.note}>{t('withoutRecordId')}</p>}
      {open ? (
        <div className={styles.columns}>
          <SearchField
            label={l('find')}
            hideLabel
            placeholder={l('find')}
            size="small"
            value={find}
            onChange={setFind}
          />
          <ul className={styles.list} aria-label={t('columns')}>
            {found.map((column) => (
              <li key={column.id} className={styles.column}>
                <Checkbox
                  label={columnLabel(column, g)}
                  checked={chosen.has(column.id)}
                  onChange={(on) => {
                    const next = new Set(chosen);
                    if (on) next.add(column.id);
                    else next.delete(column.id);
                    onChoice(next);
                  }}
                />
                <span className={styles.id}>{column.id}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  );
}
