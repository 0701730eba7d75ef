import {
  cloneElement,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { lazyPart } from '../layout/lazy-part';

const TooltipPopup = lazyPart(async () => (await import('./tooltip-popup')).TooltipPopup);

interface TooltipProps {
  /** The text of the tooltip; none without text. It repeats or explains, and is never the only source. */
  label: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** One element that takes pointer and focus handlers. */
  children: ReactElement<Record<string, unknown>>;
}

/** How long the pointer must rest before a tooltip opens; no delay right after another one. */
const restMs = 450;
const justNowMs = 400;
/** The way from the element to its tooltip. */
const graceMs = 80;
/** How long a reason stays that was asked for by a finger. */
const reasonMs = 4000;
let closedAt = Number.NEGATIVE_INFINITY;

/** A short explanation on hover and on keyboard focus; why something cannot be pressed also on a tap. There are dozens on a page, so each costs nothing until it opens. */
export function Tooltip({ label, side, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const touched = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const stay = () => clearTimeout(timer.current);
  const close = () => {
    stay();
    if (anchor) closedAt = performance.now();
    setAnchor(null);
  };
  const after = (milliseconds: number, run: () => void) => {
    stay();
    timer.current = setTimeout(run, milliseconds);
  };

  return (
    <>
      {cloneElement(
        children,
        both(children.props, {
          onPointerEnter({ currentTarget, pointerType }: PointerEvent) {
            if (pointerType === 'touch') return;
            const rest = performance.now() - closedAt < justNowMs ? 0 : restMs;
            after(anchor ? 0 : rest, () => setAnchor(currentTarget));
          },
          onPointerLeave({ pointerType }: PointerEvent) {
            if (pointerType !== 'touch') after(graceMs, close);
          },
          onPointerDown({ pointerType }: PointerEvent) {
            touched.current = pointerType === 'touch';
            close();
          },
          // A finger cannot hover: a disabled button shows its reason on a press. Not before the press has ended, which would hide it.
          onClick({ currentTarget }: MouseEvent) {
            if (!touched.current || currentTarget.getAttribute('aria-disabled') !== 'true') return;
            after(0, () => {
              setAnchor(currentTarget);
              after(reasonMs, close);
            });
          },
          onFocus({ currentTarget }: FocusEvent) {
            // The focus returns to what a finger has pressed, too.
            if (!touched.current && currentTarget.matches(':focus-visible')) setAnchor(currentTarget);
          },
          onBlur: close,
        }),
      )}
      {anchor && label ? (
        <TooltipPopup anchor={anchor} side={side} onStay={stay} onLeave={close} onClose={close}>
          {label}
        </TooltipPopup>
      ) : null}
    </>
  );
}

type Handler = (event: never) => void;

/** Handlers that run after those which an element has already. */
function both(props: Record<string, unknown>, handlers: Record<string, Handler>): Record<string, Handler> {
  const merged: Record<string, Handler> = {};
  for (const [name, own] of Object.entries(handlers)) {
    const first = props[name] as Handler | undefined;
    merged[name] = first
      ? (event) => {
          first(event);
          own(event);
        }
      : own;
  }
  return merged;
}
