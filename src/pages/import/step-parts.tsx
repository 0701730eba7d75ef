import { type ComponentProps, type ReactNode, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { Json } from '../../contract/json';
import { noneOf } from '../../jobs/results/job-words';
import { shownText } from '../../jobs/table/job-field';
import type { JobField } from '../../storage/job-rows';
import type { ColumnHead } from '../../transfer/in/source/header';
import { classNames } from '../../ui/hooks/class-names';
import styles from './step-parts.module.css';

interface StepHeadProps {
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** What the step is for, or how far it is. */
  text: ReactNode;
  children?: ReactNode;
}

/** The title of a step, with its buttons and one line about it. */
export function StepHead({ title, actions, text, children }: StepHeadProps) {
  return (
    <div className={styles.head}>
      <h2>{title}</h2>
      {actions ? <span className={styles.actions}>{actions}</span> : null}
      <p>{text}</p>
      {children}
    </div>
  );
}

type SmallProps = ComponentProps<'span'> & ComponentProps<'p'> & { as?: 'span' | 'p' | 'div' | 'td' | 'legend' };

/** Small, quiet text beside what matters. */
export function Small({ as: Tag = 'span', className, ...rest }: Omit<SmallProps, 'ref'>) {
  return <Tag className={classNames(styles.small, className)} {...rest} />;
}

/** A frame around text and choices. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={styles.card}>{children}</div>;
}

/** A frame around a table. */
export function Panel(props: Omit<ComponentProps<'div'>, 'className'>) {
  return <div {...props} className={styles.panel} />;
}

/** One line of progress, or of a button with what it does. */
export function Bar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}

/** Progress that is waited for, with the way to end it. */
export function ProgressCard({ children }: { children: ReactNode }) {
  return <div className={styles.progress}>{children}</div>;
}

/** Single lines under what they are examples of. */
export function Examples({ children }: { children: ReactNode }) {
  return <ul className={styles.examples}>{children}</ul>;
}

const lineEnds = /\s*(?:\r\n|\r|\n)\s*/g;
/** Letters of a value that are shown. */
const shown = 80;

/** A text as one line, for rows that are one line high. */
export function oneLine(text: string): string {
  return text.replace(lineEnds, ' ↵ ');
}

/** A value as text; missing, null and empty each in its word. */
export function Value({ value, field }: { value: Json | undefined; field: JobField | undefined }) {
  const t = useTranslations('import.check');
  const text = shownText(value, field);
  if (text === '') return <i>{t(noneOf(value))}</i>;
  // Spaces alone would be seen as nothing.
  if (text.trim() === '') return `“${oneLine(text)}”`;
  return oneLine(text.length > shown ? `${text.slice(0, shown)}…` : text);
}

/** What a column is called: its header; its place where that is empty; both where others have the same. */
export function useColumnNames(columns: readonly ColumnHead[]): (index: number) => string {
  const t = useTranslations('import');
  return useCallback(
    (index) => {
      const column = columns[index];
      if (!column?.name) return t('column', { number: index + 1 });
      return column.isRepeated ? `${column.name} (${index + 1})` : column.name;
    },
    [columns, t],
  );
}
