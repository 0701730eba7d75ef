import type { ComponentProps, ReactNode } from 'react';
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
