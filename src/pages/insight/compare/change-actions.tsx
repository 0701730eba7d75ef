import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { type FieldKind, isNumber } from '../../../contract/field-kinds';
import { isEmptyValue, type Json } from '../../../contract/json';
import { isWritableType } from '../../../contract/tables';
import { useWritingStop } from '../../../credentials/write-permission';
import { cellText } from '../../../edits/cell-text';
import { useDrafts } from '../../../edits/use-drafts';
import type { Cell } from '../../../insight/engine/answer';
import type { ChangeKind, CompareAnswer, RowChange } from '../../../insight/questions/compare';
import type { TargetField } from '../../../transfer/in/mapping/mapping';
import { Notice } from '../../../ui/display/notice';
import { Button, buttonClass } from '../../../ui/form/button';
import { DownloadIcon } from '../../../ui/icons/icons';
import { saveTable, type TableFormat } from '../group/group-file';
import styles from '../insight.module.css';
import { QueryFailed } from '../query-failed';
import type { TableScope } from '../use-load-scope';
import { asImported, asItWas, byText, editsOf } from './compare-edits';
import type { ComparedFile } from './compared-file';
import type { Compared } from './use-compared';

/** So many rows can be staged or saved at once, as on the records page. */
const mostRows = 100_000;

interface ChangeActionsProps {
  scope: TableScope;
  targets: readonly TargetField[];
  compared: Compared;
  file: ComparedFile | null;
  /** Fields of the key. */
  keys: readonly string[];
  labelOf(id: string): string;
  areBlanksSame: boolean;
  show: ChangeKind | null;
  /** Rows that differ in a field. */
  changed: number;
  /** Rows that `show` leaves. */
  listed: number;
  ask(show: ChangeKind | null, limit: number): Promise<CompareAnswer>;
}

/** Saves what differs as a file, and stages the values of the other side as edits of the table. */
export function ChangeActions(props: ChangeActionsProps) {
  const { scope, targets, compared, file, keys, labelOf, areBlanksSame, show, changed, listed, ask } = props;
  const t = useTranslations('insight');
  const words = useTranslations('grid.words');
  const records = useTranslations('records');
  const { environment, identity } = scope.client;
  const drafts = useDrafts({ environment: environment.name, identity, table_id: scope.tableId });
  const stop = useWritingStop(environment);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [staged, setStaged] = useState<{ records: number; cells: number; unfit: number } | null>(null);
  const { own, before, after } = compared;

  async function work(run: () => Promise<void>) {
    setBusy(true);
    setError(null);
    await run().catch((reason: Error) => setError(reason));
    setBusy(false);
  }

  async function stage() {
    const { rows } = await ask('changed', mostRows);
    const valueFor = file ? asImported(await rowsIn(file, rows)) : compared.with === 'snapshot' ? asItWas : byText;
    const edits = editsOf(rows, own, targets, valueFor);
    drafts.stage(edits);
    const ids = new Set(edits.map(({ record }) => record.item_id));
    setStaged({ records: ids.size, cells: edits.length, unfit: edits.filter(({ unfit }) => unfit).length });
  }

  const blank = (value: Json | undefined) =>
    areBlanksSame ? null : words(value === undefined ? 'missing' : value === null ? 'null' : 'empty');
  const cellOf = (value: Json | undefined, kind: FieldKind = 'text'): Cell =>
    isEmptyValue(value) ? blank(value) : isNumber(kind) && typeof value === 'number' ? value : cellText(value, kind);

  async function save(format: TableFormat) {
    const { rows } = await ask(show, mostRows);
    const isById = keys.includes('item_id');
    const kinds = [before, after].map(({ columns }) => new Map(columns.map(({ id, kind }) => [id, kind])));
    const lines = rows.flatMap((row): Cell[][] => {
      const start = [t(`changes.${row.kind}`), ...(isById ? [] : [row[own]?.id ?? null]), ...row.key];
      if (row.fields.length === 0) return [[...start, null, null, null]];
      return row.fields.map((field) => [
        ...start,
        labelOf(field[own]),
        row.before ? cellOf(field.old, kinds[0]?.get(field.before)) : null,
        row.after ? cellOf(field.new, kinds[1]?.get(field.after)) : null,
      ]);
    });
    const heads = [t('changeHeads.change'), ...(isById ? [] : [t('recordId')]), ...keys.map(labelOf)];
    const values = (['field', 'old', 'new'] as const).map((head) => t(`changeHeads.${head}`));
    await saveTable([...heads, ...values], lines, format, scope.tableName);
  }

  const { type } = scope;
  const readOnly =
    type === null
      ? t('notReady')
      : !isWritableType(type)
        ? records('readOnlyReason', { type })
        : stop === 'environment'
          ? records('closedReason', { environment: environment.name })
          : stop && records('insecureReason');
  return (
    <>
      <div className={styles.actions}>
        {changed === 0 ? null : (
          <Button
            kind="primary"
            size="small"
            busy={isBusy}
            tooltip={t('stageTip')}
            disabledReason={readOnly ?? (changed > mostRows ? t('tooMany', { most: mostRows }) : null)}
            onClick={() => void work(stage)}
          >
            {t(own === 'after' ? 'stageOld' : 'stageNew', { count: changed })}
          </Button>
        )}
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            size="small"
            icon={<DownloadIcon size={14} />}
            disabledReason={listed > mostRows ? t('tooManyToSave', { most: mostRows }) : null}
            onClick={() => void work(() => save(format))}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
      {error ? <QueryFailed error={error} /> : null}
      {staged ? (
        <Notice
          tone="staged"
          title={t('staged', staged)}
          actions={
            staged.cells === 0 ? null : (
              <Link className={buttonClass({ size: 'small' })} to={scope.recordsPath('')}>
                {t('reviewInRows')}
              </Link>
            )
          }
        >
          {staged.unfit > 0 ? t('stagedUnfit', { count: staged.unfit }) : null}
        </Notice>
      ) : null}
    </>
  );
}

/** The rows of a file as the import would write them, by their place in it. */
async function rowsIn({ client, mapped }: ComparedFile, changes: readonly RowChange[]) {
  // In the order of the file, which is read in blocks.
  const places = changes.map(({ after }) => Number(after?.id)).sort((a, b) => a - b);
  const rows = await client.ask('recordsAt', { mapped, rows: places });
  return new Map(rows.map((row, index) => [String(places[index]), row]));
}
