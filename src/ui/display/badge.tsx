import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../hooks/class-names';
import styles from './badge.module.css';
import environmentDotStyles from './environment-dot.module.css';

export type Tone = 'neutral' | 'accent' | 'good' | 'bad' | 'unknown' | 'staged';

interface BadgeProps extends ComponentProps<'span'> {
  tone?: Tone;
  icon?: ReactNode;
}

/** A short state in words; the colour only repeats it. */
export function Badge({ tone = 'neutral', icon, className, children, ...rest }: BadgeProps) {
  return (
    <span {...rest} className={classNames(styles.badge, styles[tone], className)}>
      {icon}
      {children}
    </span>
  );
}

/** The colour of an environment; its name is beside it. */
export function EnvironmentDot({ colour }: { colour: string }) {
  return <span className={environmentDotStyles.dot} data-colour={colour} aria-hidden="true" />;
}
