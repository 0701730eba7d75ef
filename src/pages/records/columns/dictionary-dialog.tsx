import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { columnLabel, kindKey } from '../../../grid/columns/column-label';
import { DataTable } from '../../../ui/display/data-table';
import { Notice } from '../../../ui/display/notice';
import { Button } from '../../../ui/form/button';
import { Dialog } from '../../../ui/overlay/dialog';
import { showToast } from '../../../ui/overlay/toast';
import { type DictionaryProblem, mergeDictionary, type ReadDictionary } from './column-dictionary';
import styles from './describe-dialog.module.css';
import type { ChosenColumns } from './use-chosen-columns';

interface DictionaryDialogProps {
  fileName: string;
  read: ReadDictionary;
  tableId: string;
  chosen: ChosenColumns;
  onClose(): void;
}

/** Most changes listed one by one; all are counted. */
const linesMax = 200;

/** What a names file would change; nothing changes before it is applied. */
export function DictionaryDialog({ fileName, read, tableId, chosen, onClose }: DictionaryDialogProps) {
  const t = useTranslations('columns.dictionary');
  const c = useTranslations('common');
  const g = useTranslations('grid');
  const { found, choice, onChoice } = chosen;
  const merge = useMemo(
    () => (read.ok ? mergeDictionary(found, choice, read.dictionary) : null),
    [read, found, choice],
  );
  const changes = merge ? merge.names.length + merge.kinds.length : 0;
  const label = (id: string) => {
    const column = found.find((each) => each.id === id);
    return column ? columnLabel(column, g) : id;
  };
  const lines = [
    ...(merge?.names ?? []).map((each) => ({ ...each, what: t('name'), before: each.before ?? '–' })),
    ...(merge?.kinds ?? []).map(({ id, before, after }) => ({
      id,
      what: t('kind'),
      before: g(kindKey(before)),
      after: g(kindKey(after)),
    })),
  ];

  function apply() {
    if (!read.ok || !merge) return;
    onChoice((now) => mergeDictionary(found, now, read.dictionary).choice);
    const counts = { names: merge.names.length, kinds: merge.kinds.length };
    showToast({ kind: 'good', title: t('applied', counts), key: 'dictionary' });
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      subtitle={fileName}
      footer={
        changes > 0 ? (
          <>
            <Button onClick={onClose}>{c('cancel')}</Button>
            <Button kind="primary" onClick={apply}>
              {t('apply', { count: changes })}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{c('close')}</Button>
        )
      }
    >
      <div className={styles.form}>
        {read.ok ? null : (
          <Notice tone="bad" title={t('refused')}>
            {' '}
            <Problem problem={read.problem} />
          </Notice>
        )}
        {read.ok && merge ? (
          <>
            {read.dictionary.table_id !== tableId ? (
              <Notice tone="unknown">
                {t('otherTable', {
                  name: read.dictionary.table_name || '–',
                  id: read.dictionary.table_id || '–',
                })}
              </Notice>
            ) : null}
            <p role="status">
              {t('counts', { names: merge.names.length, kinds: merge.kinds.length, same: merge.same })}
            </p>
            {merge.unseen.length > 0 ? <p className="dim">{t('unseen', { count: merge.unseen.length })}</p> : null}
            {lines.length > 0 ? (
              <div className={styles.lines}>
                <DataTable label={t('changes')} heads={[t('field'), t('what'), t('before'), t('after')]}>
                  {lines.slice(0, linesMax).map((line) => (
                    <tr key={`${line.what}/${line.id}`}>
                      <td title={line.id}>{label(line.id)}</td>
                      <td>{line.what}</td>
                      <td>{line.before}</td>
                      <td>{line.after}</td>
                    </tr>
                  ))}
                </DataTable>
                {lines.length > linesMax ? (
                  <p className="dim">{t('more', { count: lines.length - linesMax })}</p>
                ) : null}
              </div>
            ) : null}
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

function Problem({ problem }: { problem: DictionaryProblem }) {
  const t = useTranslations('columns.dictionary.problem');
  switch (problem.reason) {
    case 'newer':
      return t('newer', { version: problem.version });
    case 'no-id':
      return t('noId', { at: problem.at });
    case 'bad-name':
      return t('badName', { at: problem.at });
    case 'twice':
      return t('twice', { at: problem.at, id: problem.id });
    case 'bad-kind':
      return t('badKind', { at: problem.at, kinds: problem.kinds });
    case 'not-json':
      return t('notJson');
    case 'too-large':
      return t('tooLarge');
    case 'not-a-dictionary':
      return t('notADictionary');
  }
}
