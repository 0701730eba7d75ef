import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { GroupFilter, GroupQuestion } from '../../../insight/questions/group-question';
import type { SnapshotColumn } from '../../../insight/snapshot/snapshot-column';
import { Chip } from '../chip';
import { ChoicePopover } from '../choice-list';
import styles from '../insight.module.css';
import { useCellTexts } from '../use-cell-text';

interface GroupFiltersProps {
  columns: readonly SnapshotColumn[];
  question: GroupQuestion;
  onChange(filters: GroupFilter[]): void;
}

/** Which groups are shown: by their measures, or by text in their names. */
export function GroupFilters({ columns, question, onChange }: GroupFiltersProps) {
  const t = useTranslations('insight');
  const texts = useCellTexts();
  /** Chosen, and without its value yet. */
  const [draft, setDraft] = useState<GroupFilter | null>(null);
  const { groups, measures, filters } = question;
  const labelOf = (filter: GroupFilter): string => {
    if (filter.kind === 'contains') {
      const id = groups[filter.group]?.column ?? '';
      return t('groupContains', { label: columns.find((column) => column.id === id)?.label ?? id });
    }
    const measure = measures[filter.measure];
    const label = measure ? texts.measure(measure, columns) : '';
    return t(filter.kind === 'atLeast' ? 'measureAtLeast' : 'measureAtMost', { label });
  };
  const choices: GroupFilter[] = [
    ...measures.flatMap((_, measure): GroupFilter[] => [
      { kind: 'atLeast', measure, value: '' },
      { kind: 'atMost', measure, value: '' },
    ]),
    ...groups.map((_, group): GroupFilter => ({ kind: 'contains', group, text: '' })),
  ];

  return (
    <>
      {[...filters, ...(draft ? [draft] : [])].map((filter, index) => {
        const isDraft = index === filters.length;
        const label = labelOf(filter);
        const others = filters.filter((_, place) => place !== index);
        return (
          <Chip
            key={`${label} ${givenIn(filter)}`}
            label={label}
            removeLabel={t('removeFilter', { label })}
            onRemove={() => (isDraft ? setDraft(null) : onChange(others))}
          >
            <FilterValue
              label={label}
              filter={filter}
              onValue={(next) => {
                if (isDraft) setDraft(null);
                onChange(isDraft ? [...filters, next] : filters.map((each) => (each === filter ? next : each)));
              }}
            />
          </Chip>
        );
      })}
      <ChoicePopover
        label={t('addFilter')}
        trigger={
          <button type="button" className={styles.addChip}>
            {t('addFilterSign')}
          </button>
        }
        choices={choices.map((filter, index) => ({ value: String(index), label: labelOf(filter) }))}
        onChoose={(index) => setDraft(choices[Number(index)] ?? null)}
      />
    </>
  );
}

interface FilterValueProps {
  label: string;
  filter: GroupFilter;
  onValue(filter: GroupFilter): void;
}

/** What is compared with; it holds from Enter, or when it is left. */
function FilterValue({ label, filter, onValue }: FilterValueProps) {
  const [text, setText] = useState(givenIn(filter));
  const isNumber = filter.kind !== 'contains';
  const isValid = text !== '' && (!isNumber || /^-?\d+(\.\d+)?$/.test(text));
  const take = () => {
    if (!isValid || text === givenIn(filter)) return;
    onValue(filter.kind === 'contains' ? { ...filter, text } : { ...filter, value: text });
  };
  return (
    <input
      className={styles.chipInput}
      aria-label={label}
      aria-invalid={text !== '' && !isValid}
      inputMode={isNumber ? 'decimal' : undefined}
      // biome-ignore lint/a11y/noAutofocus: it was just chosen, and waits for its value
      autoFocus={givenIn(filter) === ''}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) take();
      }}
    />
  );
}

function givenIn(filter: GroupFilter): string {
  return filter.kind === 'contains' ? filter.text : filter.value;
}
