import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useTranslations } from 'use-intl';
import { inertDocument } from '../../../api/wire/trusted-types';
import { tsvLine } from '../../../edits/csv-writer';
import { cellsOfTable } from '../../../edits/pasted-cells';
import { underscored } from '../../../grid/columns/column-label';
import type { SourceChoice } from '../../../transfer/in/source/source-formats';
import type { ImportFailure } from '../../../transfer/in/worker/import-protocol';
import { Notice } from '../../../ui/display/notice';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { useSizeText } from '../../../ui/display/size-text';
import { Button } from '../../../ui/form/button';
import { TextArea } from '../../../ui/form/text-area';
import { classNames } from '../../../ui/hooks/class-names';
import { keylessPhone, useMedia } from '../../../ui/hooks/use-media';
import { ErrorIcon, FileIcon, UploadIcon } from '../../../ui/icons/icons';
import { Dialog } from '../../../ui/overlay/dialog';
import { Kbd } from '../../../ui/shortcuts/kbd';
import { isPressed, keysOf } from '../../../ui/shortcuts/shortcuts';
import { ProgressCard } from '../step-parts';
import { EncodingReadings, FileOptions, HeaderReadings, NullWords } from './file-options';
import styles from './file-step.module.css';
import { ProblemList } from './problem-list';
import { SourcePreview } from './source-preview';
import {
  canChooseHandle,
  chooseWithHandle,
  droppedFile,
  endings,
  type SavedFileState,
  type UploadedFile,
} from './uploaded-file';
import type { ReadySource, Source, SourceState } from './use-source';

/** The first step: a file, dropped, chosen or pasted; how it was read, and what is odd about it. */
export function FileStep({ source, savedFile }: { source: Source; savedFile: SavedFileState }) {
  const { now } = source;
  const [over, setOver] = useState(false);

  /** A file of the name that was open before is read as it was read then. */
  function openAgain(file: UploadedFile) {
    const { saved } = savedFile;
    source.open(file, saved?.name === file.name ? saved.choice : {});
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void droppedFile(event.dataTransfer).then((file) => file && openAgain(file));
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one of three ways, the others are buttons
    <div
      className={classNames(styles.fileStep, over && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={onDrop}
    >
      {now.state === 'none' || now.state === 'failed' ? (
        <>
          {now.state === 'none' ? <SavedFileNotice state={savedFile} onOpen={openAgain} /> : null}
          {savedFile.isRead ? (
            <DropZone source={source} failed={now.state === 'failed' ? now : null} over={over} onFile={openAgain} />
          ) : null}
        </>
      ) : now.state === 'reading' ? (
        <Reading now={now} onCancel={source.close} />
      ) : (
        <>
          <FileHead source={source} ready={now} />
          <EncodingReadings source={source} facts={now.facts} />
          <HeaderReadings source={source} facts={now.facts} />
          <NullWords source={source} facts={now.facts} />
          <ProblemList source={source} facts={now.facts} />
          <SourcePreview facts={now.facts} client={now.client} />
        </>
      )}
    </div>
  );
}

type Failed = Extract<SourceState, { state: 'failed' }>;

interface DropZoneProps {
  source: Source;
  failed: Failed | null;
  over: boolean;
  onFile(file: UploadedFile): void;
}

function DropZone({ source, failed, over, onFile }: DropZoneProps) {
  const t = useTranslations('import.drop');
  const isPhone = useMedia(keylessPhone);
  return (
    <div className={classNames(styles.drop, over && styles.dropOver)}>
      {failed ? <FailedFile failed={failed} /> : null}
      <UploadIcon size={26} />
      <b className={styles.dropTitle}>{over ? t('over') : t(isPhone ? 'titlePhone' : 'title')}</b>
      <p className={styles.hint}>{t('text')}</p>
      <div className={styles.dropActions}>
        <ChooseFile kind="primary" label={t('choose')} onFile={onFile} />
        <PasteRows source={source} anywhere />
      </div>
    </div>
  );
}

function FailedFile({ failed: { file, failure } }: { failed: Failed }) {
  const t = useTranslations('import.failed');
  return (
    <div role="alert" className={styles.failed}>
      <ErrorIcon size={18} />
      <div>
        <b>{t('title', { name: file.name })}</b>
        <p>{sayFailure(t, failure)}</p>
      </div>
    </div>
  );
}

function sayFailure(t: ReturnType<typeof useTranslations<'import.failed'>>, failure: ImportFailure): string {
  const { reason, line } = failure;
  if (failure.kind === 'limit') {
    const { most, found } = failure;
    return t(`limit.${failure.reason}`, { line: String(line ?? 'none'), most, found: found ?? most });
  }
  if (failure.kind === 'fault') return t('fault', { reason });
  const key = underscored(failure.reason);
  return key === 'cut_off' || key === 'not_json' ? t(key, { line: String(line ?? '') }) : t(key);
}

function ChooseFile({ kind, label, onFile }: { kind?: 'primary'; label: string; onFile(file: UploadedFile): void }) {
  const input = useRef<HTMLInputElement>(null);
  function choose() {
    if (!canChooseHandle()) return input.current?.click();
    chooseWithHandle().then(
      (file) => file && onFile(file),
      // A browser that does not let this page use its own chooser has the other one.
      () => input.current?.click(),
    );
  }
  return (
    <>
      <Button kind={kind} icon={<FileIcon />} onClick={choose}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={[...endings, 'text/csv', 'application/json'].join(',')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file may be chosen again after it was changed.
          event.currentTarget.value = '';
          if (file) onFile({ name: file.name, blob: file });
        }}
      />
    </>
  );
}

/** Rows as they are pasted, as a file has them, and how that is read. */
interface PastedRows {
  text: string;
  choice: SourceChoice;
}
const noRows: PastedRows = { text: '', choice: {} };

function rowsOf(clipboard: DataTransfer | null): PastedRows {
  const text = clipboard?.getData('text/plain') ?? '';
  const cells = cellsOfTable(text, inertDocument(clipboard?.getData('text/html') ?? ''));
  return cells ? { text: cells.map(tsvLine).join(''), choice: { delimiter: '\t' } } : { text, choice: {} };
}

/** @param anywhere rows may be pasted anywhere on the step, too: not where they would take the place of a file */
function PasteRows({ source, anywhere = false }: { source: Source; anywhere?: boolean }) {
  const t = useTranslations('import.drop');
  const common = useTranslations('import');
  const [open, setOpen] = useState(false);
  const [rows, setRows] = useState(noRows);
  const isTaken = useRef(false);
  const isBlank = rows.text.trim() === '';
  function take({ text, choice }: PastedRows) {
    isTaken.current = true;
    setOpen(false);
    setRows(noRows);
    source.open({ name: t('pasted'), blob: new Blob([text]), pasted: true }, choice);
  }
  function onPaste(event: ClipboardEvent) {
    if (rows.text !== '') return;
    event.preventDefault();
    const pasted = rowsOf(event.clipboardData);
    // A large text in a text area blocks the page, and is not read there.
    if (pasted.text.length < 100_000) setRows(pasted);
    else take(pasted);
  }
  // Anywhere on the step but in a field, or in something over the page.
  const onPagePaste = useEffectEvent((event: globalThis.ClipboardEvent) => {
    const { target } = event;
    if (!anywhere || (target instanceof Element && target.closest('input, textarea, [role*=dialog]'))) return;
    const pasted = rowsOf(event.clipboardData);
    if (pasted.text.trim() === '') return;
    event.preventDefault();
    take(pasted);
  });
  useEffect(() => {
    const listen = (event: globalThis.ClipboardEvent) => onPagePaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
  function onKeyDown(event: KeyboardEvent) {
    if (isBlank || !isPressed('nextStep', event.nativeEvent)) return;
    event.preventDefault();
    take(rows);
  }
  function show() {
    isTaken.current = false;
    setOpen(true);
  }
  return (
    <>
      <Button onClick={show}>{t('paste')}</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('pasteTitle')}
        onKeyDown={onKeyDown}
        // The button that opened it is gone by then: the step takes the focus.
        finalFocus={() => !isTaken.current}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{common('cancel')}</Button>
            <Button kind="primary" disabledReason={isBlank ? t('nothingPasted') : null} onClick={() => take(rows)}>
              {t('pasteUse')} <Kbd keys={keysOf('nextStep')} />
            </Button>
          </>
        }
      >
        <TextArea
          label={t('pasteArea')}
          hint={t('pasteText')}
          value={rows.text}
          onChange={(text) => setRows(text === '' ? noRows : { ...rows, text })}
          onPaste={onPaste}
          rows={12}
          mono
          autoFocus
        />
      </Dialog>
    </>
  );
}

function Reading({ now, onCancel }: { now: Extract<SourceState, { state: 'reading' }>; onCancel(): void }) {
  const t = useTranslations('import');
  const label = t('reading', { name: now.file.name, rows: now.progress.rows });
  return (
    <ProgressCard>
      <span>{label}</span>
      <ProgressBar label={label} value={now.progress.share} max={1} />
      <Button onClick={onCancel}>{t('cancel')}</Button>
    </ProgressCard>
  );
}

function FileHead({ source, ready }: { source: Source; ready: ReadySource }) {
  const t = useTranslations('import');
  const sizeText = useSizeText();
  const { facts, file } = ready;
  return (
    <div className={styles.fileHead}>
      <div className={styles.fileName}>
        <FileIcon />
        <b>{file.name}</b>
        <span className="dim">
          {t(`format.${underscored(facts.format)}`)} · {t('facts', { rows: facts.rows, columns: facts.columns.length })}
          {' · '}
          {sizeText(file.blob.size)}
        </span>
        <span className={styles.fileActions}>
          <ChooseFile label={t('drop.another')} onFile={source.open} />
          <PasteRows source={source} />
        </span>
      </div>
      <FileOptions source={source} facts={facts} />
    </div>
  );
}

/** After a reload: which file was open, and how to continue with it. */
function SavedFileNotice({ state, onOpen }: { state: SavedFileState; onOpen(file: UploadedFile): void }) {
  const t = useTranslations('import.again');
  const { saved, failed } = state;
  if (!saved) return null;
  const { name } = saved;
  const byItself = saved.handle !== null && failed === null;
  const text = saved.pasted ? t('pasted') : byItself ? t('byItself') : t(failed ?? 'byHand', { name });
  return (
    <div className={styles.savedFile}>
      <Notice
        title={saved.pasted ? t('titlePasted') : t('title', { name })}
        actions={
          <>
            {byItself ? (
              <Button kind="primary" onClick={() => void state.reopen().then((file) => file && onOpen(file))}>
                {t('open', { name })}
              </Button>
            ) : null}
            <Button kind="ghost" onClick={state.drop}>
              {t('forget')}
            </Button>
          </>
        }
      >
        <p>{text}</p>
      </Notice>
    </div>
  );
}
