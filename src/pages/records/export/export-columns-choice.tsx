import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { columnLabel } from '../../../grid/columns/column-label';
import { Button } from '../../../ui/form/button';
import { Checkbox } from '../../../ui/form/checkbox';
import { SearchField } from '../../../ui/form/text-field';
import { useJoin } from '../../../ui/hooks/use-join';
import { ChevronDownIcon } from '../../../ui/icons/icons';
import { ChevronUpIcon } from '../../../ui/icons/more-icons';
import type { ExportAbout } from './export-about';
import styles from './export-dialog.module.css';

/** More than these nobody reads one after the other. */
const namedMost = 8;

interface ExportColumnsChoiceProps {
  about: ExportAbout;
  chosen: ReadonlySet<string>;
  onChoice(chosen: ReadonlySet<string>): void;
}

/** The columns of the file: those that show, all, or one by one. */
export function ExportColumnsChoice({ about, chosen, onChoice }: ExportColumnsChoiceProps) {
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
