import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { FilterEntry } from '../../../contract/filter';
import type { Json } from '../../../contract/json';
import { textOfValue } from '../../../grid/cells/kinds';
import { chosenFor } from '../../../grid/columns/column-choice';
import { gapsOf, kindDescription, kindKey, shownShare } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { isReadOnly } from '../../../grid/edit/cell-edits';
import { mostFrequent } from '../../../grid/profile/field-facts';
import { useWords } from '../../../grid/use-words';
import { DescriptionList } from '../../../ui/display/description-list';
import { Button, CopyButton } from '../../../ui/form/button';
import { useJoin } from '../../../ui/hooks/use-phrases';
import { EditIcon } from '../../../ui/icons/later-icons';
import { cellFilter } from '../edit/cell-filter';
import { FieldChart, walkButtons } from './field-chart';
import styles from './fields-dialog.module.css';
import type { FieldLine } from './fields-table';
import type { ChosenColumns } from './use-chosen-columns';

interface FieldDetailsProps {
  line: FieldLine;
  chosen: ChosenColumns;
  rows: number;
  onDescribe(): void;
  /** Shows the rows of a value or of a bar alone. */
  onNarrow(entry: FilterEntry): void;
}

const valuesMax = 20;

/** Everything known of one field, and how it is known. */
export function FieldDetails({ line, chosen, rows, onDescribe, onNarrow }: FieldDetailsProps) {
  const t = useTranslations('columns.fields');
  const join = useJoin();
  const g = useTranslations('grid');
  const { column, label, facts, distribution } = line;
  const { id, profile } = column;
  const found = chosen.found.find((each) => each.id === id);
  const gaps = profile ? gapsOf(profile) : null;
  const present = facts
    ? facts.profile.records - facts.profile.missing - facts.profile.nulls - facts.profile.empties
    : 0;
  const share = (value: number) => t('share', { share: shownShare(Number.isFinite(value) ? value : 0) });
  // The list of values says as much as the bars, unless it counts several entries as one value.
  const isListed = distribution?.of === 'words' && !profile?.isMulti;
  const kinds = [...(profile?.kinds ?? [])].sort(([, a], [, b]) => b - a);
  const items: [string, ReactNode][] = [
    [
      t('id'),
      <span key="id" className="mono">
        {id} <CopyButton text={id} />
      </span>,
    ],
    [t('name'), nameSources(found, chosen)],
    [t('kind'), kindDescription(column, g)],
    [
      t('seenKinds'),
      kinds.length > 1 ? join(kinds.map(([kind, count]) => `${g(kindKey(kind))} ${share(count / present)}`)) : null,
    ],
    [t('config'), configSummary(column)],
    [t('writing'), isReadOnly(column) ? t('readOnly') : t('writable')],
    [
      t('noValue'),
      gaps && t('gapShares', { nulls: share(gaps.nulls), empties: share(gaps.empties), missing: share(gaps.missing) }),
    ],
    [t('distinct'), facts && t(facts.distinctCut ? 'atLeast' : 'count', { count: facts.distinct.size })],
  ];
  return (
    <section aria-label={label} className={styles.details}>
      <header className={styles.detailsHead}>
        <h3>{label}</h3>
        <Button size="small" icon={<EditIcon />} onClick={onDescribe}>
          {t('describe')}
        </Button>
      </header>
      <DescriptionList items={items} />
      {distribution && !isListed ? (
        <FieldChart
          key={id}
          distribution={distribution}
          column={column}
          references={facts?.profile.references ?? null}
          onNarrow={onNarrow}
        />
      ) : null}
      {facts && facts.distinct.size > 0 ? (
        <>
          <h4>{t('values')}</h4>
          <ul className={styles.values} aria-label={t('values')} onKeyDown={walkButtons}>
            {mostFrequent(facts, valuesMax).map(({ key, value, count }) => (
              <li key={key}>
                <span className={styles.valueBar} style={{ width: `${(count / present) * 100}%` }} />
                <ValueButton column={column} value={value} count={count} onNarrow={onNarrow} />
                <span className={styles.count}>
                  {t('seen', { count })} · {share(count / present)}
                </span>
              </li>
            ))}
          </ul>
          {facts.distinct.size > valuesMax ? (
            <p className="dim">{t('moreValues', { count: facts.distinct.size - valuesMax })}</p>
          ) : null}
        </>
      ) : (
        <p className="dim">{t('noValues', { count: rows })}</p>
      )}
    </section>
  );

  /** The table config of a field, in short; null where the line of the type says as much. */
  function configSummary({ config, kind, source }: GridColumn): ReactNode {
    if (!config) return null;
    const { options, table_id, is_multi } = config.config;
    const parts = [
      (source === 'config' && config.field_type === kind) || config.field_type || t('noType'),
      config.required && t('required'),
      options && t('options', { count: options.length }),
      table_id && t('relatedTo', { id: table_id }),
      is_multi && t('several'),
    ].filter((part) => typeof part === 'string');
    return parts.length > 0 ? join(parts) : null;
  }

  function nameSources(column: GridColumn | undefined, { choice }: ChosenColumns): string {
    const mine = chosenFor(choice.names, id);
    const fromConfig = column?.config?.name || null;
    const parts = [
      mine !== undefined && t('nameMine', { name: mine }),
      fromConfig && t('nameConfig', { name: fromConfig }),
      column?.source === 'system' && t('nameSystem'),
    ].filter(Boolean);
    return parts.length > 0 ? parts.join('; ') : t('nameNone');
  }
}

/** A value that was seen; a press shows its rows alone, where they can be asked for. */
function ValueButton({
  column,
  value,
  count,
  onNarrow,
}: Pick<FieldDetailsProps, 'onNarrow'> & { column: GridColumn; value: Json; count: number }) {
  const t = useTranslations('columns.fields');
  const words = useWords();
  const text = textOfValue(value, column, words);
  const question = cellFilter(column, [value], true);
  if (!question) return <span className={styles.value}>{text}</span>;
  const named = t('onlyValue', { value: text, count });
  return (
    <button
      type="button"
      className={styles.value}
      title={named}
      aria-label={named}
      onClick={() => onNarrow(question.entry)}
    >
      {text}
    </button>
  );
}
