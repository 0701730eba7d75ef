import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Answer, QueryError } from '../../../insight/engine/answer';
import { completionsOf, writtenName } from '../../../insight/questions/sql-names';
import { Notice } from '../../../ui/display/notice';
import { Button } from '../../../ui/form/button';
import { DownloadIcon } from '../../../ui/icons/icons';
import { PlayIcon, StopIcon } from '../../../ui/icons/later-icons';
import { Kbd } from '../../../ui/shortcuts/kbd';
import { saveTable } from '../group/group-file';
import styles from '../insight.module.css';
import type { TabProps } from '../tab-props';
import { openEditor, type SqlEditor } from './sql-editor';
import { SqlResult } from './sql-result';

const shownMost = 1000;

/** Read-only SQL over the rows, whose columns are called as people read them. */
export function SqlTab({ data, control, scope, analysis, onChange }: TabProps) {
  const t = useTranslations('insight');
  const { engine, source } = data;
  // In quotes, as the engine names it; written without them where it can be.
  const table = (control.snapshot?.source.labelled ?? '"rows"').slice(1, -1).replaceAll('""', '"');
  const [text, setText] = useState(analysis.sql ?? `SELECT *\nFROM ${writtenName(table)}\nLIMIT 100`);
  const [state, setState] = useState<{ answer?: Answer; error?: Error; isRunning: boolean }>({ isRunning: false });
  const abort = useRef<AbortController>(null);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<SqlEditor>(null);

  /** Texts on their way into the address, which they reach one after the other while somebody writes on. */
  const told = useRef<string[]>([]);
  function tell(query: string) {
    if (query === (told.current.at(-1) ?? analysis.sql)) return;
    told.current.push(query);
    onChange({ sql: query }, true);
  }

  async function run(query = text) {
    abort.current?.abort();
    const control = new AbortController();
    abort.current = control;
    setState((now) => ({ answer: now.answer, isRunning: true }));
    tell(query);
    try {
      const answer = await engine.run(query, { signal: control.signal, most: shownMost });
      setState({ answer, isRunning: false });
    } catch (error) {
      if (control.signal.aborted) setState((now) => ({ answer: now.answer, isRunning: false }));
      else setState({ error: error as Error, isRunning: false });
    }
  }

  const onRun = useEffectEvent((query: string) => void run(query));
  const onLeave = useEffectEvent(tell);
  /** Opened from what was saved, or by back and forward. */
  const onGiven = useEffectEvent((given: string) => {
    const at = told.current.indexOf(given);
    told.current.splice(0, at + 1);
    if (at >= 0 || given === text) return;
    editor.current?.set(given);
    void run(given);
  });
  const completions = useEffectEvent(() => completionsOf(source, table));
  const firstText = useRef(text);
  const label = t('sqlLabel');
  useEffect(() => {
    if (!host.current) return;
    const opened = openEditor({
      host: host.current,
      text: firstText.current,
      label,
      completions: () => completions(),
      onChange: setText,
      onRun: (query) => onRun(query),
      onLeave: (query) => onLeave(query),
    });
    editor.current = opened;
    onRun(firstText.current);
    return () => opened.close();
  }, [label]);

  useEffect(() => {
    if (analysis.sql !== null) onGiven(analysis.sql);
  }, [analysis.sql]);

  const { answer, error, isRunning } = state;
  const at = error instanceof QueryError ? error.at : null;
  return (
    <div className={styles.sql}>
      <div className={styles.editor} ref={host} />
      <div className={styles.actions}>
        {isRunning ? (
          <Button icon={<StopIcon />} onClick={() => abort.current?.abort()}>
            {t('cancelRun')}
          </Button>
        ) : (
          <Button kind="primary" icon={<PlayIcon />} onClick={() => void run()}>
            {t('run')} <Kbd keys="Mod+Enter" />
          </Button>
        )}
        <span className={styles.spring} />
        <span className={styles.quiet} role="status">
          {isRunning
            ? t('running')
            : answer
              ? `${t(answer.isCut ? 'firstRowsOnly' : 'resultRows', { rows: answer.rows.length })} · ${t('timing', { ms: answer.ms })}`
              : ''}
        </span>
        {answer && !isRunning
          ? (['csv', 'xlsx'] as const).map((format) => (
              <Button
                key={format}
                size="small"
                kind="ghost"
                icon={<DownloadIcon size={14} />}
                onClick={() =>
                  void saveTable(
                    answer.columns.map(({ name }) => name),
                    answer.rows,
                    format,
                    scope.tableName,
                  )
                }
              >
                {format.toUpperCase()}
              </Button>
            ))
          : null}
      </div>
      {error ? (
        <Notice
          tone="bad"
          title={at === null ? t('failed') : t('failedAt', { line: lineOf(text, at) })}
          actions={
            at === null ? null : (
              <Button size="small" onClick={() => editor.current?.goTo(at)}>
                {t('goToError')}
              </Button>
            )
          }
        >
          <span className="mono">{error.message}</span>
        </Notice>
      ) : null}
      {answer ? <SqlResult answer={answer} /> : null}
    </div>
  );
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
