import { type ReactElement, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextField } from '../../ui/form/text-field';
import { CheckIcon, SearchIcon } from '../../ui/icons/icons';
import { Popover } from '../../ui/overlay/popover';
import styles from './insight.module.css';

interface Choice {
  value: string;
  label: string;
  hint?: string;
}

interface ChoicePopoverProps {
  label: string;
  trigger: ReactElement<Record<string, unknown>>;
  choices: readonly Choice[];
  value?: string | null;
  onChoose(value: string): void;
}

/** Above so many choices one is found by typing. */
const searchFrom = 9;

/** One of some choices under a button. */
export function ChoicePopover({ label, trigger, choices, value, onChoose }: ChoicePopoverProps) {
  const t = useTranslations('insight');
  const [find, setFind] = useState('');
  const words = find.trim().toLowerCase();
  const shown = words === '' ? choices : choices.filter((choice) => choice.label.toLowerCase().includes(words));
  return (
    <Popover label={label} trigger={trigger} align="start" onOpenChange={() => setFind('')}>
      {(close) => (
        <div className={styles.choices}>
          {choices.length < searchFrom ? null : (
            <TextField
              label={t('findChoice')}
              hideLabel
              size="small"
              placeholder={t('findChoice')}
              icon={<SearchIcon size={14} />}
              value={find}
              onChange={setFind}
              autoFocus
              onKeyDown={(event) => {
                const [first] = shown;
                if (event.key !== 'Enter' || !first) return;
                close();
                onChoose(first.value);
              }}
            />
          )}
          <ul className={styles.choiceList} aria-label={label}>
            {shown.map((choice) => (
              <li key={choice.value}>
                <button
                  type="button"
                  className={styles.choice}
                  aria-pressed={value === undefined ? undefined : choice.value === value}
                  onClick={() => {
                    close();
                    onChoose(choice.value);
                  }}
                >
                  <span>{choice.label}</span>
                  {choice.hint ? <span className={styles.quiet}>{choice.hint}</span> : null}
                  {choice.value === value ? <CheckIcon size={14} /> : null}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Popover>
  );
}
