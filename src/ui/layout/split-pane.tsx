import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { narrowWindow, useMedia } from '../hooks/use-media';
import styles from './split-pane.module.css';

interface SplitPaneProps {
  /** What stays. */
  children: ReactNode;
  /** The pane on the right; `null` → closed, and the main part takes the full width. */
  side: ReactNode | null;
  /** The name of the side, for the handle between. */
  sideLabel: string;
  /** Width of the side in px at first, and its bounds. */
  width?: number;
  minWidth?: number;
  maxWidth?: number;
}

const step = 24;

/** Content with a pane on its right, whose width is set by dragging or by the arrow keys; in a narrow window the pane covers it. */
export function SplitPane({ children, side, sideLabel, width = 420, minWidth = 300, maxWidth = 820 }: SplitPaneProps) {
  const t = useTranslations('common');
  const [current, setCurrent] = useState(width);
  const isCovered = useMedia(narrowWindow) && side !== null;
  const drag = useRef<{ x: number; width: number } | null>(null);
  const resize = (next: number) => setCurrent(Math.round(Math.min(maxWidth, Math.max(minWidth, next))));

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width: current };
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (drag.current) resize(drag.current.width + drag.current.x - event.clientX);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const next = { ArrowLeft: current + step, ArrowRight: current - step, Home: maxWidth, End: minWidth }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    resize(next);
  }

  return (
    <div className={styles.split} style={{ '--side-width': `${current}px` } as CSSProperties}>
      <div className={styles.main} inert={isCovered}>
        {children}
      </div>
      {side === null ? null : (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a separator that moves is a control; <hr> is none */}
          <div
            role="separator"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label={t('resize', { name: sideLabel })}
            aria-valuenow={current}
            aria-valuemin={minWidth}
            aria-valuemax={maxWidth}
            className={styles.handle}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={() => {
              drag.current = null;
            }}
            onKeyDown={onKeyDown}
          />
          <div className={styles.side}>{side}</div>
        </>
      )}
    </div>
  );
}
