import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { encodingName, encodings } from '../../../api/files/encodings';
import { delimiters } from '../../../edits/csv';
import type { FileFacts } from '../../../transfer/in/worker/import-protocol';
import { Notice } from '../../../ui/display/notice';
import { Button } from '../../../ui/form/button';
import { Combobox } from '../../../ui/form/combobox';
import { Select } from '../../../ui/form/select';
import styles from './file-options.module.css';
import type { Source } from './use-source';

const delimiterKeys = { ',': 'comma', '\t': 'tab', ';': 'semicolon', '|': 'pipe' } as const;
/** Lines offered as header; a file with more above it has to be fixed first. */
const headerLines = 20;

/** How the file was read, to be corrected where the guess was wrong. */
export function FileOptions({ source, facts }: { source: Source; facts: FileFacts }) {
  const t = useTranslations('import.options');
  const { choice } = source;
  const signs: readonly string[] =
    facts.delimiter && !isKnown(facts.delimiter) ? [...delimiters, facts.delimiter] : delimiters;
  const lines = [...new Set([...Array.from({ length: headerLines }, (_line, index) => index + 1), facts.headerLine])]
    .filter((line) => line > 0)
    .sort((a, b) => a - b);
  const isText = facts.format !== 'xlsx';
  const { counts } = facts.problems;
  const asksForEscapes =
    facts.delimiter !== null &&
    (facts.escapes || choice.escapes !== undefined || Boolean(counts['quote-open'] || counts['quote-junk']));
  const hasHeader = facts.format === 'csv' || facts.format === 'xlsx';
  /** Of the sheet that is read the rows, as they are counted beside the file; of another one it is not known which line is its header. */
  const sheetHint = (index: number, lines: number | null): string | undefined => {
    if (index === facts.sheet) return t('sheetRows', { rows: facts.rows });
    return lines === null ? undefined : t('sheetLines', { lines });
  };
  return (
    <div className={styles.options}>
      {facts.sheets.length > 1 ? (
        <Select
          size="small"
          label={t('sheet', { place: facts.sheet + 1, count: facts.sheets.length })}
          value={`${facts.sheet}`}
          onChange={(sheet) => source.choose({ sheet: Number(sheet) })}
          options={facts.sheets.map(({ name, rows }, index) => ({
            value: `${index}`,
            label: name,
            hint: sheetHint(index, rows),
          }))}
        />
      ) : null}
      {facts.lists.length > 1 ? (
        <Select
          size="small"
          label={t('lists', { count: facts.lists.length })}
          value={facts.list}
          onChange={(list) => source.choose({ ...choice, list })}
          options={facts.lists.map(({ path, rows }) => ({
            value: path,
            label: path === '' ? t('topList') : path,
            hint: t('sheetRows', { rows }),
          }))}
        />
      ) : null}
      {facts.delimiter === null ? null : (
        <Select
          size="small"
          label={t('delimiter')}
          value={facts.delimiter}
          onChange={(delimiter) => source.choose({ ...choice, delimiter, headerLine: undefined })}
          options={signs.map((sign) => ({
            value: sign,
            label: isKnown(sign) ? t(delimiterKeys[sign]) : t('own', { sign }),
          }))}
        />
      )}
      {asksForEscapes ? (
        <Select
          size="small"
          label={t('escapes')}
          value={facts.escapes ? 'backslash' : 'doubled'}
          onChange={(way) => source.choose({ ...choice, escapes: way === 'backslash' })}
          options={(['doubled', 'backslash'] as const).map((way) => ({ value: way, label: t(way) }))}
        />
      ) : null}
      {isText ? (
        <Combobox
          size="small"
          label={t('encoding')}
          value={facts.encoding}
          onChange={(encoding) => source.choose({ ...choice, encoding })}
          options={encodings.map((encoding) => ({ value: encoding, label: encodingName(encoding) }))}
        />
      ) : null}
      {hasHeader ? (
        <Select
          size="small"
          label={t('header')}
          value={`${facts.headerLine}`}
          hint={facts.headerLine > 1 ? t('above', { count: facts.headerLine - 1 }) : undefined}
          onChange={(line) => source.choose({ ...choice, headerLine: Number(line) })}
          options={[
            ...lines.map((line) => ({ value: `${line}`, label: `${line}` })),
            { value: '0', label: t('noHeader') },
          ]}
        />
      ) : null}
    </div>
  );
}

function isKnown(sign: string): sign is keyof typeof delimiterKeys {
  return Object.hasOwn(delimiterKeys, sign);
}

/** Words by which databases write that there is no value are text in a file, until a person says otherwise. */
export function NullWords({ source, facts }: { source: Source; facts: FileFacts }) {
  const t = useTranslations('import.nulls');
  const { choice } = source;
  const areBlank = choice.nullsAreBlank === true;
  if (facts.nulls === 0 && !areBlank) return null;
  return (
    <Notice
      tone={areBlank ? 'neutral' : 'staged'}
      actions={
        <Button onClick={() => source.choose({ ...choice, nullsAreBlank: !areBlank })}>
          {t(areBlank ? 'undo' : 'action')}
        </Button>
      }
    >
      {areBlank ? t('chosen') : t('text', { count: facts.nulls })}
    </Notice>
  );
}

/** Where the bytes do not decide the encoding: the same pieces of the file in each that it may have, to choose the correct one. */
export function EncodingReadings({ source, facts }: { source: Source; facts: FileFacts }) {
  const t = useTranslations('import.readings');
  const { guess, encoding } = facts;
  const { choice } = source;
  if (guess === null) return null;
  const isChosen = choice.encoding !== undefined;
  return (
    <Readings
      tone={guess.close && !isChosen ? 'staged' : 'neutral'}
      title={t(isChosen ? 'chosen' : 'title')}
      text={isChosen ? null : t('text')}
      label={t('label')}
      value={encoding}
      onChange={(encoding) => source.choose({ ...choice, encoding })}
      options={guess.readings.map(({ encoding, pieces }) => ({
        value: encoding,
        name: encodingName(encoding),
        pieces,
      }))}
    />
  );
}

/** Where two lines are likely to be the header: both, to choose the correct one. */
export function HeaderReadings({ source, facts }: { source: Source; facts: FileFacts }) {
  const t = useTranslations('import.headers');
  const { likelyHeaders, headerLine } = facts;
  const { choice } = source;
  if (likelyHeaders.length === 0) return null;
  const isChosen = choice.headerLine !== undefined;
  return (
    <Readings
      tone={isChosen ? 'neutral' : 'staged'}
      title={t(isChosen ? 'chosen' : 'title')}
      text={isChosen ? null : t('text')}
      label={t('label')}
      value={headerLine}
      onChange={(line) => source.choose({ ...choice, headerLine: line })}
      options={likelyHeaders.map(({ line, cells }) => ({
        value: line,
        name: t('line', { line: `${line}` }),
        pieces: cells.filter((cell) => cell !== ''),
      }))}
    />
  );
}

interface ReadingsProps<Value> {
  tone: 'staged' | 'neutral';
  title: string;
  text: string | null;
  label: string;
  value: Value;
  onChange(value: Value): void;
  /** What is chosen from, with pieces of the file as they are read then. */
  options: { value: Value; name: string; pieces: readonly string[] }[];
}

/** A question about the file that it does not answer itself. */
function Readings<Value extends string | number>({
  tone,
  title,
  text,
  label,
  value,
  onChange,
  options,
}: ReadingsProps<Value>) {
  const group = useId();
  return (
    <Notice tone={tone} title={title}>
      {text}
      <div role="radiogroup" aria-label={label} className={styles.readings}>
        {options.map((option) => (
          <label key={option.value} className={styles.reading}>
            <input
              type="radio"
              name={group}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              // What is proposed is confirmed by a press: it is chosen already, and changes nothing.
              onClick={() => option.value === value && onChange(value)}
            />
            <span>
              <b>{option.name}</b>
              {option.pieces.join(' · ')}
            </span>
          </label>
        ))}
      </div>
    </Notice>
  );
}
