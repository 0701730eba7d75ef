import styles from './list-filters.module.css';
import { type Option, Select } from './select';
import { SearchField } from './text-field';

/** One more way to narrow a list: a few options, of which one is chosen. */
export interface ListChoice {
  label: string;
  value: string;
  options: readonly Option[];
  onChange(value: string): void;
}

interface ListFiltersProps {
  /** Name of the search field, and what can be typed there. */
  label: string;
  hint: string;
  find: string;
  onFind(find: string): void;
  choices: readonly ListChoice[];
}

/** What a list is narrowed to: a text, and choices beside it. */
export function ListFilters({ label, hint, find, onFind, choices }: ListFiltersProps) {
  return (
    <div className={styles.filters}>
      <SearchField label={label} hideLabel placeholder={hint} value={find} onChange={onFind} className={styles.find} />
      {choices.map((choice) => (
        <Select
          key={choice.label}
          label={choice.label}
          hideLabel
          value={choice.value}
          onChange={choice.onChange}
          options={choice.options}
          className={styles.choice}
        />
      ))}
    </div>
  );
}
