import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { IconButton } from '../../../ui/form/button';
import { ChevronDownIcon } from '../../../ui/icons/icons';
import { ChevronUpIcon } from '../../../ui/icons/more-icons';
import { PdfPage } from './pdf-page';
import styles from './preview-pdf.module.css';
import { ReadFailed } from './read-failed';
import { usePdf } from './use-pdf';
import type { Zoom } from './zoom';
import { ZoomBar } from './zoom-bar';

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
      return <Pages name={name} document={state.pdf.document} />;
  }
}

/** More pages are not laid out at once; the download has them. */
const pagesMax = 500;
/** A point is 1/72 inch, a pixel of a style sheet 1/96. */
const pixelsPerPoint = 96 / 72;
const gap = 12;

interface PagesProps {
  name: string;
  document: PDFDocumentProxy;
}

function Pages({ name, document }: PagesProps) {
  const t = useTranslations('files.preview');
  const scroller = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [width, setWidth] = useState(0);
  const [first, setFirst] = useState<{ width: number; height: number } | null>(null);
  const [current, setCurrent] = useState(1);
  const count = Math.min(document.numPages, pagesMax);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    void document.getPage(1).then((page) => setFirst(page.getViewport({ scale: pixelsPerPoint })));
    return () => observer.disconnect();
  }, [document]);

  const fits = first && width > 0 ? Math.min(2, (width - 2 * gap) / first.width) : 1;
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
      <section
        ref={scroller}
        aria-label={t('content', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard
        tabIndex={0}
        className={styles.pages}
        onScroll={onScroll}
      >
        {first && width > 0
          ? Array.from({ length: count }, (_, index) => (
              <PdfPage
                // biome-ignore lint/suspicious/noArrayIndexKey: a page has no other name than its number
                key={index}
                document={document}
                number={index + 1}
                scale={share * pixelsPerPoint}
                estimate={{ width: first.width * share, height: first.height * share }}
              />
            ))
          : null}
        {document.numPages > count ? (
          <p className={styles.more}>{t('morePages', { count: document.numPages - count })}</p>
        ) : null}
      </section>
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
