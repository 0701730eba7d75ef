import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { CompareChoice } from '../../../insight/questions/compare';
import type { OpenSnapshot } from '../../../insight/snapshot/table-snapshots';
import { useLanguage } from '../../../texts/texts-provider';
import { EmptyState, Notice } from '../../../ui/display/notice';
import { Skeleton } from '../../../ui/display/skeleton';
import { Button } from '../../../ui/form/button';
import { FileIcon } from '../../../ui/icons/icons';
import { SwapIcon } from '../../../ui/icons/later-icons';
import styles from '../insight.module.css';
import { QueryFailed } from '../query-failed';
import type { TabProps } from '../tab-props';
import { CompareBuilder } from './compare-builder';
import { openComparedFile, targetsOf } from './compared-file';
import { Comparison } from './comparison';
import { fileChoice, useCompared } from './use-compared';

const endings = '.csv,.tsv,.tab,.txt,.json,.jsonl,.ndjson,.xlsx';

/** These rows beside those of an older load, of another table or of a file: what was added, removed and changed. */
export function CompareTab({ data, control, scope, analysis, onChange }: TabProps) {
  const t = useTranslations('insight');
  const { language } = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  // Without a snapshot the page has no tab.
  const snapshot = control.snapshot as OpenSnapshot;
  const { info, source } = snapshot;
  const state = useCompared(snapshot, analysis.compare?.other ?? null);
  const { other, file, compared, error } = state;
  const choice = analysis.compare ?? choiceOf(state.choice ?? '');
  const targets = targetsOf(source, scope.columns);
  const keys = choice.keys.length > 0 ? choice.keys : (compared?.keys ?? []);
  const change = (next: Partial<CompareChoice>) => onChange({ compare: { ...choice, ...next } });
  const chooseFile = () => input.current?.click();
  const fileButton = (
    <Button onClick={chooseFile} icon={<FileIcon />}>
      {t('chooseFile')}
    </Button>
  );

  function onFile(chosen: File) {
    const owner = `${info.environment} ${info.identity} ${info.table_id}`;
    void openComparedFile({ owner, file: chosen, source, targets, language });
    onChange({ compare: choiceOf(fileChoice) });
  }

  const isFile = choice.other === fileChoice;
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={endings}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          // The same file may be chosen again after it was changed.
          event.currentTarget.value = '';
          if (chosen) onFile(chosen);
        }}
      />
      <CompareBuilder
        info={info}
        columns={source.columns}
        state={state}
        choice={{ ...choice, keys }}
        onOther={(id) => (id === fileChoice ? chooseFile() : onChange({ compare: choiceOf(id) }))}
        onChange={change}
      />
      {error ? <QueryFailed error={error} /> : null}
      {compared && keys.length > 0 ? (
        <Comparison
          key={compared.version}
          {...{ data, scope, info, targets, compared, onChange: change }}
          choice={{ ...choice, keys }}
          file={file?.phase === 'ready' && isFile ? file : null}
        />
      ) : compared ? (
        <EmptyState icon={<SwapIcon size={22} />} title={t('noKeyTitle')} text={t('noKeyText')} />
      ) : isFile && file?.phase === 'failed' ? (
        <Notice tone="bad" title={t('fileFailed', { name: file.name })} actions={fileButton}>
          {t('fileFailedText')}
        </Notice>
      ) : isFile && file ? (
        <p className={styles.lead} role="status">
          {t('readingFile', { name: file.name, rows: file.phase === 'reading' ? file.rows : 0 })}
        </p>
      ) : (other || state.isPending) && !error ? (
        <Skeleton look="rows" rows={8} />
      ) : other ? null : (
        <EmptyState
          icon={<SwapIcon size={22} />}
          title={t('compareTitle')}
          text={t('compareText')}
          actions={fileButton}
        />
      )}
    </>
  );
}

/** As a comparison begins: of files a blank is a blank. */
function choiceOf(other: string): CompareChoice {
  return { other, keys: [], without: [], areBlanksSame: other === fileChoice, show: null, limit: 100 };
}
