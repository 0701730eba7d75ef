import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Encoding, encodingName, encodings } from '../api/files/encodings';
import { fileTextOptions, newLinksMayHelp } from '../api/files/file-links';
import { type FileText, fileDataBytes, fileTextBytes } from '../api/files/read-file';
import type { Client } from '../api/wire/client';
import { numeralOf } from '../contract/decimal';
import type { FileDetails } from '../contract/files';
import { type Json, parseJson } from '../contract/json';
import { useLanguage } from '../texts/texts-provider';
import { JsonTree } from '../ui/display/json-tree';
import { ScrollText } from '../ui/display/scroll-region';
import { useSizeText } from '../ui/display/size-text';
import { Skeleton } from '../ui/display/skeleton';
import { Combobox } from '../ui/form/combobox';
import { Segmented } from '../ui/form/select';
import { classNames } from '../ui/hooks/class-names';
import styles from './preview-content.module.css';
import { ReadFailed } from './preview-failed';
import { extensionOf } from './preview-kind';
import { type CsvRows, csvRows, PreviewTable } from './preview-table';

interface PreviewTextProps {
  kind: 'text' | 'table' | 'json';
  file: FileDetails;
  link: string;
  answer: { receivedAt: number };
  client: Client;
  onRenew: () => void;
}

/** The beginning of a file that is text: as it is, and where it holds rows or JSON as a table or tree. */
export function PreviewText({ kind, file, link, answer, client, onRenew }: PreviewTextProps) {
  const t = useTranslations('files.preview');
  const { language } = useLanguage();
  const [encoding, setEncoding] = useState<Encoding>();
  const { data, error, isFetching, refetch } = useQuery({
    ...fileTextOptions(
      client,
      { id: file.file_id, link, linkReceivedAt: answer.receivedAt },
      language,
      kind === 'text' ? fileTextBytes : fileDataBytes,
      encoding,
    ),
    placeholderData: keepPreviousData,
  });
  if (error && !data) {
    return (
      <ReadFailed
        error={error}
        link={link}
        busy={isFetching}
        onRetry={() => (newLinksMayHelp(answer, Date.now()) ? onRenew() : void refetch())}
      />
    );
  }
  if (!data) {
    return (
      <div className={styles.loading}>
        <Skeleton rows={8} />
      </div>
    );
  }
  const plain = <PlainText read={data} wraps={kind === 'text' && !keepsItsLines.includes(extensionOf(file))} />;
  const parts = { read: data, name: file.name, plain, onEncoding: setEncoding };
  if (kind === 'table') return <AsTable {...parts} />;
  if (kind === 'json') return <AsTree {...parts} />;
  return (
    <Frame {...parts} notes={[]}>
      <section aria-label={t('content', { name: file.name })}>{plain}</section>
    </Frame>
  );
}

const keepsItsLines = ['log', 'jsonl', 'ndjson', 'xml', 'sql'];

/** A longer line is not drawn completely as raw text: a browser takes seconds to lay out a line of megabytes. */
const plainCharacters = fileTextBytes;

function PlainText({ read: { text }, wraps }: { read: FileText; wraps: boolean }) {
  return (
    <ScrollText className={classNames(styles.text, wraps && styles.wrapped)}>
      {text.length > plainCharacters ? `${text.slice(0, plainCharacters)}…` : text}
    </ScrollText>
  );
}

interface ReadProps {
  read: FileText;
  onEncoding: (encoding: Encoding) => void;
  name: string;
  plain: ReactNode;
}

function AsTable({ read, onEncoding, name, plain }: ReadProps) {
  const t = useTranslations('files.preview');
  const rows: CsvRows = useMemo(() => csvRows(read.text, read.cut), [read]);
  const notes = [
    t('rows', { rows: rows.rows.length, columns: rows.columns }),
    rows.moreRows ? t('moreRows') : '',
    rows.moreColumns ? t('moreColumns') : '',
  ];
  const table = <PreviewTable label={t('content', { name })} rows={rows} />;
  const parts = { read, onEncoding, name, plain, notes };
  return <TwoWays {...parts} formed={table} form="table" />;
}

function AsTree({ read, onEncoding, name, plain }: ReadProps) {
  const t = useTranslations('files.preview');
  const json = useMemo(() => (read.cut ? undefined : parsed(read.text)), [read]);
  if (json === undefined) {
    return (
      <Frame read={read} onEncoding={onEncoding} notes={[read.cut ? t('treeCut') : t('noJson')]}>
        <section aria-label={t('content', { name })}>{plain}</section>
      </Frame>
    );
  }
  const tree = (
    <div className={styles.tree}>
      <JsonTree label={t('content', { name })} value={json} numeralOf={numeralOf} />
    </div>
  );
  const parts = { read, onEncoding, name, plain, notes: [] };
  return <TwoWays {...parts} formed={tree} form="tree" />;
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

interface TwoWaysProps extends ReadProps {
  formed: ReactNode;
  form: 'table' | 'tree';
  notes: readonly string[];
}

/** The same bytes decoded, and raw. */
function TwoWays({ read, onEncoding, name, plain, formed, form, notes }: TwoWaysProps) {
  const t = useTranslations('files.preview');
  const [rawText, setAsItCame] = useState(false);
  const choice = (
    <Segmented
      label={t('showAs')}
      value={rawText ? 'text' : form}
      onChange={(value) => setAsItCame(value === 'text')}
      options={[
        { value: form, label: t(form) },
        { value: 'text', label: t('rawText') },
      ]}
    />
  );
  return (
    <Frame read={read} onEncoding={onEncoding} notes={notes} choice={choice}>
      {rawText ? <section aria-label={t('content', { name })}>{plain}</section> : formed}
    </Frame>
  );
}

interface FrameProps extends Pick<ReadProps, 'read' | 'onEncoding'> {
  notes: readonly string[];
  choice?: ReactNode;
  children: ReactNode;
}

/** The content, and below it what must be known of the reading. */
function Frame({ read, onEncoding, notes, choice, children }: FrameProps) {
  const t = useTranslations('files.preview');
  const sizeText = useSizeText();
  const all = [
    ...notes,
    read.cut ? t('cut', { size: sizeText(read.bytes) }) : '',
    read.guessed ? t('encodingGuess') : '',
    read.bytes === 0 ? t('emptyFile') : '',
  ].filter((note) => note !== '');
  return (
    <div className={styles.textual}>
      {children}
      {all.length > 0 || choice || read.encoding !== 'utf-8' ? (
        <div className={styles.note}>
          <span>{all.join(' ')}</span>
          {read.encoding === 'utf-8' ? null : (
            <Combobox
              size="small"
              hideLabel
              label={t('encoding')}
              value={read.encoding}
              onChange={onEncoding}
              options={encodings.map((value) => ({ value, label: encodingName(value) }))}
            />
          )}
          {choice}
        </div>
      ) : null}
    </div>
  );
}
