import type { EChartsType } from 'echarts/core';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { type ChartKind, chartData } from '../../../insight/questions/charts';
import type { GroupAnswer } from '../../../insight/questions/group';
import type { GroupQuestion } from '../../../insight/questions/group-question';
import type { Selection } from '../../../insight/questions/selection';
import type { Source } from '../../../insight/snapshot/snapshot-column';
import { fileStem, saveFile } from '../../../transfer/out/sinks';
import { Button } from '../../../ui/form/button';
import { Select } from '../../../ui/form/select';
import { DownloadIcon } from '../../../ui/icons/icons';
import { Card } from '../../../ui/layout/card';
import { useIsDark } from '../../../ui/theme/appearance';
import styles from '../insight.module.css';
import { useCellTexts } from '../use-cell-text';
import { chartSvg, openChart } from './chart-canvas';
import { chartColors, chartOption } from './chart-option';

interface GroupChartProps {
  source: Source;
  question: GroupQuestion;
  answer: GroupAnswer;
  kinds: readonly ChartKind[];
  kind: ChartKind;
  name: string;
  onKind(kind: ChartKind): void;
  onRows(selection: Selection, name: string): void;
}

/** The groups as a picture; the table beside it has the same figures in words. */
export function GroupChart({ source, question, answer, kinds, kind, name, onKind, onRows }: GroupChartProps) {
  const t = useTranslations('insight');
  const texts = useCellTexts();
  const isDark = useIsDark();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  const data = useMemo(() => chartData(source, question, answer), [source, question, answer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the theme
  const option = useMemo(
    () =>
      chartOption(kind, data, chartColors(), {
        category: (index) => {
          const key = data.categories[index];
          return key ? texts.key(key, question.groups[0]?.by ?? 'value') : '';
        },
        series: (index) => {
          const series = data.series[index];
          if (series?.key) return texts.key(series.key, question.groups.at(1)?.by ?? 'value');
          const measure = question.measures[series?.measure ?? 0];
          return measure ? texts.measure(measure, source.columns) : '';
        },
        value: texts.cell,
      }),
    [kind, data, texts, question, source, isDark],
  );
  const measure = question.measures[data.series[0]?.measure ?? 0];
  const title = measure ? texts.measure(measure, source.columns) : t('measures.rows');
  const by = source.columns.find(({ id }) => id === question.groups[0]?.column)?.label;

  const onPress = useEffectEvent((series: number, index: number) => {
    const selection = data.series[series]?.selections[index];
    const key = data.categories[index];
    if (selection && key) onRows(selection, texts.key(key, question.groups[0]?.by ?? 'value'));
  });
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const opened = openChart(element);
    chart.current = opened;
    opened.on('click', ({ seriesIndex = 0, dataIndex, value }) => {
      // A cell of a heat map is one of all rows of its only series.
      if (Array.isArray(value)) onPress(Number(value[1]), Number(value[0]));
      else onPress(seriesIndex, dataIndex);
    });
    const observer = new ResizeObserver(() => opened.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      opened.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => chart.current?.setOption(option, true), [option]);

  function savePng() {
    const address = chart.current?.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: chartColors().panel });
    if (address) saveFile(blobOf(address), `${fileStem(name, 'chart')}.png`);
  }

  function saveSvg() {
    const { clientWidth, clientHeight } = place.current ?? { clientWidth: 640, clientHeight: 360 };
    const text = chartSvg(option, clientWidth, clientHeight);
    saveFile(new Blob([text], { type: 'image/svg+xml' }), `${fileStem(name, 'chart')}.svg`);
  }

  return (
    <Card
      title={by ? t('chartTitle', { measure: title, column: by }) : title}
      actions={
        <Select<ChartKind>
          label={t('chartKind')}
          hideLabel
          size="small"
          value={kind}
          onChange={onKind}
          options={kinds.map((value) => ({ value, label: t(`charts.${value}`) }))}
        />
      }
    >
      <div
        ref={place}
        className={styles.chart}
        role="img"
        aria-label={t('chartLabel', { measure: title, column: by ?? '' })}
      />
      <div className={styles.actions}>
        <span className={styles.quiet}>{data.more > 0 ? t('notInChart', { count: data.more }) : t('pressBar')}</span>
        <span className={styles.spring} />
        <Button size="small" kind="ghost" icon={<DownloadIcon size={14} />} onClick={savePng}>
          PNG
        </Button>
        <Button size="small" kind="ghost" icon={<DownloadIcon size={14} />} onClick={saveSvg}>
          SVG
        </Button>
      </div>
    </Card>
  );
}

/** The bytes of a data address: the policy lets nothing be fetched from one. */
function blobOf(address: string): Blob {
  const text = atob(address.slice(address.indexOf(',') + 1));
  return new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], { type: 'image/png' });
}
