import { type CSSProperties, useState } from 'react';
import styles from './cover.module.css';

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
    <span className={styles.cover} style={{ '--size': `${size}px` } as CSSProperties} aria-hidden="true">
      {image && image !== failed ? <img src={image} alt="" onError={() => setFailed(image)} /> : null}
    </span>
  );
}
