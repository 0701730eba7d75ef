import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { isFile, isStructure } from '../../../contract/field-kinds';
import { type Id, isIntegerId } from '../../../contract/ids';
import { formatJson, isJsonObject, type Json } from '../../../contract/json';
import { fileIdsOf, referencesOf } from '../../../edits/same-value';
import { CellView } from '../../../grid/cells/cell-view';
import { type CellWords, contentOf } from '../../../grid/cells/kinds';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { Code } from '../../../ui/display/code';
import { Button } from '../../../ui/form/button';
import { paths } from '../../../url/paths';
import { CellFile } from '../files/cell-file';
import styles from './record-panel.module.css';

interface FieldValueProps {
  value: Json | undefined;
  column: Pick<GridColumn, 'kind' | 'config'>;
  words: CellWords;
  onOpenFile(file: Id): void;
}

/** More is shown on request: a text of 2 MB takes a browser seconds to lay out. */
const shownAtOnce = 4000;

/** A value in full: texts with their lines, JSON as JSON, files with a way to their details. */
export function FieldValue(props: FieldValueProps) {
  const { value, column, words } = props;
  if (typeof value === 'string' && value !== '') return <LongText text={value} />;
  if (isFile(column.kind)) return <FileIds {...props} />;
  const plain =
    value === undefined || value === null || typeof value !== 'object' || (Array.isArray(value) && value.length === 0);
  const named =
    !plain &&
    (Array.isArray(value) ? value : [value]).every(
      (entry) => !isJsonObject(entry) || 'name' in entry || 'title' in entry,
    );
  if (plain || (named && !isStructure(column.kind))) {
    return (
      <div dir="auto" className={styles.value}>
        <CellView content={contentOf(value, column.kind, { words, config: column.config })} />
      </div>
    );
  }
  return <LongText text={formatJson(value, 2)} isJson />;
}

/** A text, or JSON as code: its beginning, and all of it on request. */
function LongText({ text, isJson = false }: { text: string; isJson?: boolean }) {
  const t = useTranslations('records.panel');
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > shownAtOnce;
  const shown = cut ? `${text.slice(0, shownAtOnce)}…` : text;
  return (
    <>
      {isJson ? (
        <Code text={shown} maxHeight="medium" wrap />
      ) : (
        <div dir="auto" className={styles.text}>
          {shown}
        </div>
      )}
      {cut ? (
        <Button kind="ghost" size="small" onClick={() => setWhole(true)}>
          {t('showAll', { count: text.length })}
        </Button>
      ) : null}
    </>
  );
}

/** The files of a field, each opened by a press; those without an id as a cell shows them. */
function FileIds({ value, column, words, onOpenFile }: FieldValueProps) {
  const t = useTranslations('records.panel');
  const { env = '' } = useParams();
  const references = referencesOf(value) ?? [];
  const ids = fileIdsOf(value);
  const isWhole = references.length > 0 && references.every(({ id }) => id !== null && isIntegerId(id));
  return (
    <div className={styles.value}>
      {isWhole ? (
        <ul className={styles.fileList}>
          {ids.map((id) => (
            <li key={id}>
              <button type="button" className={styles.file} onClick={() => onOpenFile(id)}>
                <CellFile id={id} label={references.find((each) => each.id === id)?.name ?? id} />
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <CellView content={contentOf(value, column.kind, { words, config: column.config })} />
      )}
      {ids.length > 0 ? (
        <div className={styles.files}>
          <Link to={paths.files({ env }, { ids })}>{t('files')}</Link>
          <span className={styles.note}>{t('filesNote')}</span>
        </div>
      ) : null}
    </div>
  );
}
