import { type ComponentProps, type CSSProperties, type ReactNode, useState } from 'react';
import { classNames } from '../hooks/class-names';
import styles from './badge.module.css';
import cover from './cover.module.css';
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

interface CoverProps {
  /** Edge length in px. */
  size: number;
  /** Address of a picture; without one, or if it fails, a plain gradient is shown. */
  image?: string | null;
}

/** The small square picture of a workspace or provider. Decoration: the name is beside it. */
export function Cover({ size, image }: CoverProps) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span className={cover.cover} style={{ '--size': `${size}px` } as CSSProperties} aria-hidden="true">
      {image && image !== failed ? <img src={image} alt="" onError={() => setFailed(image)} /> : null}
    </span>
  );
}
