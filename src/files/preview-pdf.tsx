import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ProgressBar } from '../ui/display/progress-bar';
import { ScrollRegion } from '../ui/display/scroll-region';
import { IconButton } from '../ui/form/button';
import { useWidth } from '../ui/hooks/use-media';
import { ChevronDownIcon } from '../ui/icons/icons';
import { ChevronUpIcon } from '../ui/icons/later-icons';
import { ReadFailed, useOnlineAgain } from './preview-failed';
import styles from './preview-pdf.module.css';
import { type OpenPdf, pixelsPerPoint, usePdf } from './use-pdf';
import { type Zoom, ZoomBar } from './zoom-bar';

interface PreviewPdfProps {
  name: string;
  link: string;
  onRenew: () => void;
}

/** A PDF, page below page, drawn by this page: the browser's own viewer does not run in a frame that may do nothing. */
export function PreviewPdf({ name, link, onRenew }: PreviewPdfProps) {
  const t = useTranslations('files.preview');
  const [attempt, setAttempt] = useState(0);
  const state = usePdf(link, attempt);
  const onlineAgain = useOnlineAgain();
  const [seen, setSeen] = useState(onlineAgain);
  if (seen !== onlineAgain) {
    setSeen(onlineAgain);
    if (state.kind === 'failed') setAttempt(attempt + 1);
  }
  switch (state.kind) {
    case 'reading':
      return (
        <div className={styles.reading}>
          <ProgressBar
            label={t('reading', { name })}
            value={state.total === null ? null : state.read}
            max={state.total ?? 1}
          />
        </div>
      );
    case 'failed':
      return (
        <ReadFailed
          error={state.error}
          link={link}
          onRetry={() => {
            onRenew();
            setAttempt(attempt + 1);
          }}
        />
      );
    case 'open':
      return <Pages name={name} pdf={state.pdf} />;
  }
}

/** More pages are not laid out at once; the download has them. */
const pagesMax = 500;
const gap = 12;

interface PagesProps {
  name: string;
  pdf: OpenPdf;
}

function Pages({ name, pdf: { document, first } }: PagesProps) {
  const t = useTranslations('files.preview');
  const scroller = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [width, measured] = useWidth(scroller);
  const [current, setCurrent] = useState(1);
  const count = Math.min(document.numPages, pagesMax);

  const fits = width > 0 ? Math.min(2, (width - 2 * gap) / first.width) : 1;
  const share = zoom === 'fit' ? fits : zoom;

  function goTo(page: number) {
    scroller.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' });
  }

  function onScroll() {
    const element = scroller.current;
    const pages = element?.querySelectorAll<HTMLElement>('[data-page]') ?? [];
    const middle = (element?.scrollTop ?? 0) + (element?.clientHeight ?? 0) / 2;
    const shown = [...pages].findLast(({ offsetTop }) => offsetTop <= middle);
    setCurrent(Number(shown?.dataset.page ?? 1));
  }

  return (
    <div className={styles.pdf}>
      <ScrollRegion ref={measured} aria-label={t('content', { name })} className={styles.pages} onScroll={onScroll}>
        {width > 0
          ? Array.from({ length: count }, (_, index) => index + 1).map((number) => (
              <PdfPage
                key={number}
                document={document}
                number={number}
                scale={share * pixelsPerPoint}
                estimate={{ width: first.width * share, height: first.height * share }}
              />
            ))
          : null}
        {document.numPages > count ? (
          <p className={styles.more}>{t('morePages', { count: document.numPages - count })}</p>
        ) : null}
      </ScrollRegion>
      <ZoomBar share={share} zoom={zoom} onZoom={setZoom}>
        <span className={styles.steps}>
          <IconButton
            size="small"
            label={t('pageUp')}
            icon={<ChevronUpIcon size={14} />}
            disabledReason={current <= 1 && t('firstPage')}
            onClick={() => goTo(current - 1)}
          />
          <IconButton
            size="small"
            label={t('pageDown')}
            icon={<ChevronDownIcon size={14} />}
            disabledReason={current >= count && t('lastPage')}
            onClick={() => goTo(current + 1)}
          />
          <span className="num">{t('page', { page: current, count: document.numPages })}</span>
        </span>
      </ZoomBar>
    </div>
  );
}

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

  const watched = useCallback((element: HTMLElement | null) => {
    place.current = element;
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
    if (!element) return;
    if (!near) {
      // The picture of a distant page is released: a hundred of them are a gigabyte.
      element.replaceChildren();
      return;
    }
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
      // A page that cannot be drawn stays empty; one that renders again was cancelled.
      .catch(() => {});
    return () => {
      ended = true;
      stop();
    };
  }, [document, number, scale, near]);

  const { width, height } = size ?? estimate;
  return (
    <section
      ref={watched}
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
