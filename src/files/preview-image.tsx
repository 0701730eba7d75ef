import { type PointerEvent, useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ScrollRegion } from '../ui/display/scroll-region';
import { LoadFailed, useOnlineAgain } from './preview-failed';
import styles from './preview-image.module.css';
import { fitOf, type Zoom, ZoomBar } from './zoom-bar';

interface PreviewImageProps {
  /** The largest first. */
  links: readonly string[];
  name: string;
  onBroken: () => void;
  onRenew: () => void;
}

/** The largest picture that loads, to zoom into; when new links arrive the old picture stays until the new one is there. */
export function PreviewImage({ links, name, onBroken, onRenew }: PreviewImageProps) {
  const t = useTranslations('files.preview');
  const onlineAgain = useOnlineAgain();
  const [broken, setBroken] = useState<readonly { link: string; onlineAgain: number }[]>([]);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [frame, setFrame] = useState({ width: 0, height: 0 });
  const measured = useCallback((element: HTMLElement | null) => {
    if (element) return followSize(element, setFrame);
  }, []);
  const link = links.find((each) => !broken.some((one) => one.link === each && one.onlineAgain === onlineAgain));
  if (link === undefined) {
    return (
      <LoadFailed
        onRenew={() => {
          setBroken([]);
          onRenew();
        }}
      />
    );
  }
  const fits = fitOf(size, frame);
  const share = zoom === 'fit' ? fits : zoom;
  const known = size.width > 0;
  return (
    <div className={styles.picture}>
      <ScrollRegion
        ref={measured}
        aria-label={t('content', { name })}
        className={styles.frame}
        onPointerDown={pan}
        onDoubleClick={() => setZoom(zoom === 'fit' ? Math.max(1, fits * 2) : 'fit')}
      >
        <img
          src={link}
          alt={name}
          referrerPolicy="no-referrer"
          draggable={false}
          className={known ? styles.image : styles.first}
          style={known ? { width: size.width * share, height: size.height * share } : undefined}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            // A drawing may have no size of its own: it takes the frame's.
            setSize(naturalWidth > 0 ? { width: naturalWidth, height: naturalHeight } : frame)
          }
          onError={() => {
            setBroken([...broken, { link, onlineAgain }]);
            if (link === links[0]) onBroken();
          }}
        />
      </ScrollRegion>
      <ZoomBar share={share} zoom={zoom} onZoom={setZoom}>
        {known ? <span className="num dim">{t('pixels', size)}</span> : null}
      </ZoomBar>
    </div>
  );
}

/** Reports the size of a frame, in px, now and whenever it changes. @returns what ends it */
function followSize(element: HTMLElement, onSize: (size: { width: number; height: number }) => void): () => void {
  const measure = () => onSize({ width: element.offsetWidth, height: element.offsetHeight });
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
}

/** A mouse drags what is larger than its frame; fingers scroll by themselves. */
function pan({ currentTarget: frame, pointerType, button, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
  if (pointerType !== 'mouse' || button !== 0) return;
  const { scrollLeft, scrollTop } = frame;
  const move = (event: globalThis.PointerEvent) =>
    frame.scrollTo(scrollLeft + clientX - event.clientX, scrollTop + clientY - event.clientY);
  frame.setPointerCapture(pointerId);
  frame.addEventListener('pointermove', move);
  frame.addEventListener('lostpointercapture', () => frame.removeEventListener('pointermove', move), { once: true });
}
