import { Combobox as Base } from '@base-ui/react/combobox';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { classNames } from '../hooks/class-names';
import { CheckIcon, ChevronDownIcon } from '../icons/icons';
import { useClosedByBack } from '../overlay/leaving';
import popup from '../overlay/popup.module.css';
import { bestFirst } from './best-first';
import { Field } from './field';
import fieldStyles from './field.module.css';
import type { Option, SelectProps } from './select';

export interface ComboboxProps<Value extends string> extends SelectProps<Value> {
  /** Focus it when it appears. */
  autoFocus?: boolean;
}

/** Options of the first picture, about as many as the list shows: all of them at once would hold the page up. */
const shownFirst = 12;

/** One of many options, found by typing a part of its label or hint. */
export function Combobox<Value extends string>(props: ComboboxProps<Value>) {
  const { label, hideLabel, hint, error, value, onChange, placeholder, size, disabled, className } = props;
  const options = useSameOptions(props.options);
  const t = useTranslations('common');
  const { contains } = Base.useFilter();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  useClosedByBack(open, () => setOpen(false));
  const chosen = options.findIndex((option) => option.value === value);
  const [shown, setShown] = useGrowth(open, options.length);
  /** What was typed into the open list; null where it was opened otherwise. How many answer to it is not known before they are drawn. */
  const [typed, setTyped] = useState<string | null>(null);
  const highlighted = useRef<Option<Value> | null>(null);
  const answers = (option: Option<Value>, query: string) => contains(`${option.label} ${option.hint ?? ''}`, query);
  const ordered = (text: string) => bestFirst(options, text, (option) => option.label);
  const firstFor = (text: string) => ordered(text).find((option) => !option.disabled && answers(option, text));

  function onKeyDown(event: KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler(): void }) {
    // With its list closed, Escape belongs to the field's container; it must not empty the field.
    if (event.key === 'Escape' && !open) event.preventBaseUIHandler();
    // Typing faster than the list renders means the first match: nothing is highlighted yet.
    if (event.key === 'Enter' && open && !event.currentTarget.hasAttribute('aria-activedescendant')) {
      const first = firstFor(event.currentTarget.value);
      event.preventDefault();
      event.preventBaseUIHandler();
      if (first === undefined) return;
      choose(first);
      setOpen(false);
      props.onTaken?.();
    }
    // Who types and goes on means what was found, as in a cell.
    if (event.key === 'Tab' && open && typed !== null && event.currentTarget.value.trim() !== '') {
      const found = highlighted.current ?? firstFor(event.currentTarget.value);
      if (found) choose(found);
    }
  }

  function choose({ value: chosen, label: shown }: Option<Value>): void {
    onChange(chosen);
    // What is typed on looks for another option.
    requestAnimationFrame(() => {
      const field = input.current;
      if (field?.value === shown && document.activeElement === field) field.select();
    });
  }

  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      {({ id, describedBy, invalid }) => (
        <Base.Root
          items={typed === null ? options : ordered(typed)}
          value={options[chosen] ?? null}
          limit={open ? shown : -1}
          onInputValueChange={(text, { reason }) => {
            if (reason === 'input-change') setTyped(text);
          }}
          onValueChange={(option: Option<Value> | null) => {
            if (option) choose(option);
          }}
          itemToStringLabel={(option: Option<Value>) => option.label}
          isItemEqualToValue={(item: Option<Value>, chosen: Option<Value>) => item.value === chosen.value}
          filter={answers}
          disabled={disabled}
          autoHighlight
          onItemHighlighted={(option) => {
            highlighted.current = option ?? null;
          }}
          open={open}
          onOpenChange={(next, { reason }) => {
            setOpen(next);
            if (reason === 'item-press') props.onTaken?.();
            if (!next) return;
            setShown(Math.max(shownFirst, chosen + shownFirst / 2));
            if (reason !== 'input-change') setTyped(null);
            const text = input.current?.value;
            // Opening with a press places the caret: only after it can the text be selected. Typed text must not be.
            if (reason !== 'input-change')
              requestAnimationFrame(() => input.current?.value === text && input.current?.select());
          }}
        >
          <Base.InputGroup className={classNames(fieldStyles.box, size === 'small' && fieldStyles.small)}>
            <Base.Input
              id={id}
              // An open list hides the label from screen readers.
              aria-label={label}
              autoFocus={props.autoFocus}
              placeholder={placeholder}
              // Typing searches for another option; it is not appended to the chosen one's name.
              ref={input}
              onFocus={(event) => event.currentTarget.select()}
              aria-describedby={describedBy}
              aria-invalid={invalid}
              className={fieldStyles.input}
              onKeyDown={onKeyDown}
            />
            <Base.Icon className={fieldStyles.chevron}>
              <ChevronDownIcon />
            </Base.Icon>
          </Base.InputGroup>
          <Base.Portal>
            <Base.Positioner sideOffset={4} className={popup.positioner}>
              <Base.Popup className={popup.popup}>
                <Base.Empty className={popup.empty}>{t('nothingFound')}</Base.Empty>
                <Base.List>{(option: Option<Value>) => <OptionItem key={option.value} option={option} />}</Base.List>
                {typed !== null || shown >= options.length ? null : (
                  // Of those that are not drawn yet: the list does not change its side when they are.
                  <div style={{ height: `calc(${options.length - shown} * var(--item))` }} />
                )}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}

/** Drawn once: as the list grows, and while what is typed narrows it, it stays as it is. */
const OptionItem = memo(function OptionItem({ option }: { option: Option }) {
  return (
    <Base.Item value={option} disabled={option.disabled} className={popup.item}>
      {option.icon}
      <span className={popup.itemText}>
        <span>{option.label}</span>
        {option.hint ? <span className={popup.hint}>{option.hint}</span> : null}
      </span>
      <Base.ItemIndicator className={popup.check}>
        <CheckIcon />
      </Base.ItemIndicator>
    </Base.Item>
  );
});

/** How many options of an open list are drawn, and where that begins: twice as many in each task, up to all of them. */
function useGrowth(open: boolean, all: number): [number, (first: number) => void] {
  const [shown, setShown] = useState(shownFirst);
  useEffect(() => {
    if (!open || shown >= all) return;
    const timer = setTimeout(() => setShown(shown * 2));
    return () => clearTimeout(timer);
  }, [open, shown, all]);
  return [shown, setShown];
}

/** Options that stay the same objects while equal: a new object for the chosen one would reset the input. */
function useSameOptions<Value extends string>(options: readonly Option<Value>[]): Option<Value>[] {
  const [kept, setKept] = useState<Option<Value>[]>([]);
  const before = new Map(kept.map((option) => [option.value, option]));
  const next = options.map((option) => {
    const known = before.get(option.value);
    return known && isSameOption(known, option) ? known : option;
  });
  if (next.length === kept.length && next.every((option, place) => option === kept[place])) return kept;
  setKept(next);
  return next;
}

function isSameOption(a: Option, b: Option): boolean {
  return a.label === b.label && a.hint === b.hint && a.disabled === b.disabled;
}
