import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import styles from './preview-pdf.module.css';

interface PdfPageProps {
  document: PDFDocumentProxy;
  number: number;
  /** Pixels of the style sheet for a point. */
  scale: number;
  /** Its size until it is known: pages are mostly alike. */
  estimate: { width: number; height: number };
}

/** One page: drawn while it is near the window of its scroller, with its words above the picture to read aloud, select and find. */
export function PdfPage({ document, number, scale, estimate }: PdfPageProps) {
  const t = useTranslations('files.preview');
  const place = useRef<HTMLElement>(null);
  const [near, setNear] = useState(false);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: element.parentElement,
      rootMargin: '100% 0px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = place.current;
    if (!near || !element) return;
    let ended = false;
    let stop = () => {};
    void document
      .getPage(number)
      .then((page) => {
        if (ended) return;
        const viewport = page.getViewport({ scale });
        setSize({ width: viewport.width, height: viewport.height });
        const canvas = globalThis.document.createElement('canvas');
        const dense = Math.min(window.devicePixelRatio, Math.sqrt(pixelsMax / (viewport.width * viewport.height)));
        canvas.width = Math.floor(viewport.width * dense);
        canvas.height = Math.floor(viewport.height * dense);
        const words = globalThis.document.createElement('div');
        words.className = styles.words ?? '';
        const drawing = page.render({ canvas, viewport, transform: [dense, 0, 0, dense, 0, 0] });
        const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport });
        stop = () => {
          drawing.cancel();
          layer.cancel();
        };
        return Promise.all([drawing.promise, layer.render()]).then(() => {
          if (!ended) element.replaceChildren(canvas, words);
        });
      })
      // A page that cannot be drawn stays empty; one that is drawn anew was cancelled.
      .catch(() => {});
    return () => {
      ended = true;
      stop();
    };
  }, [document, number, scale, near]);

  // The picture of a page far away is let go of: a hundred of them are a gigabyte.
  useEffect(() => {
    if (!near) place.current?.replaceChildren();
  }, [near]);

  const { width, height } = size ?? estimate;
  return (
    <section
      ref={place}
      aria-label={t('pageNamed', { page: number })}
      data-page={number}
      className={styles.page}
      style={
        {
          width,
          height,
          '--total-scale-factor': scale,
          '--scale-round-x': '1px',
          '--scale-round-y': '1px',
        } as CSSProperties
      }
    />
  );
}

/** Pixels of a picture at most: beyond this browsers draw nothing. */
const pixelsMax = 16_000_000;
