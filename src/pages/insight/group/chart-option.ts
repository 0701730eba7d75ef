import type { EChartsCoreOption } from 'echarts/core';
import type { ChartData, ChartKind } from '../../../insight/questions/charts';

/** Colours of a chart, as the page has them now. */
export interface ChartColors {
  ink: string;
  quiet: string;
  line: string;
  panel: string;
  series: readonly string[];
}

/** Where colours are read: the tokens of the theme. Series differ by pattern as well. */
export function chartColors(): ChartColors {
  const resolve = (token: string): string => {
    const probe = document.createElement('span');
    probe.style.color = `var(${token})`;
    document.body.append(probe);
    const canvas = document.createElement('canvas').getContext('2d');
    if (canvas) canvas.fillStyle = getComputedStyle(probe).color;
    probe.remove();
    if (!canvas) return '#888';
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return `rgb(${red}, ${green}, ${blue})`;
  };
  return {
    ink: resolve('--ink'),
    quiet: resolve('--ink-3'),
    line: resolve('--line'),
    panel: resolve('--raised'),
    series: ['--accent', '--staged-edge', '--good', '--bad', '--unknown', '--ink-3'].map(resolve),
  };
}

interface OptionWords {
  category(index: number): string;
  series(index: number): string;
  value(value: number): string;
}

/** The chart of an answer for the library. */
export function chartOption(
  kind: ChartKind,
  data: ChartData,
  colors: ChartColors,
  words: OptionWords,
): EChartsCoreOption {
  const labels = data.categories.map((_, index) => words.category(index));
  const names = data.series.map((_, index) => words.series(index));
  const several = data.series.length > 1;
  const text = { color: colors.quiet, fontFamily: 'Inter Variable, system-ui, sans-serif', fontSize: 11 };
  const isHeat = kind === 'heatmap';
  const categories = {
    type: 'category' as const,
    data: labels,
    axisLabel: { ...text, hideOverlap: true, width: 90, overflow: 'truncate' as const },
    axisLine: { lineStyle: { color: colors.line } },
    axisTick: { show: false },
  };
  const numbers = {
    type: 'value' as const,
    axisLabel: { ...text, hideOverlap: true },
    splitLine: { lineStyle: { color: colors.line } },
  };
  // Names are read from left to right; time and numbers run along the lower edge.
  const isLying = data.axis === 'category' && (kind === 'bar' || kind === 'stacked');
  const values = data.series.flatMap((series) => series.values.filter((value) => value !== null));
  return {
    color: [...colors.series],
    aria: { enabled: true, decal: { show: several && !isHeat }, label: { enabled: false } },
    animationDuration: 200,
    grid: { left: 8, right: 16, top: several && !isHeat ? 34 : 12, bottom: isHeat ? 44 : 8, containLabel: true },
    legend:
      several && !isHeat
        ? { type: 'plain', top: 4, left: 8, itemWidth: 14, itemHeight: 10, textStyle: text }
        : undefined,
    tooltip: {
      renderMode: 'richText',
      confine: true,
      backgroundColor: colors.panel,
      borderColor: colors.line,
      textStyle: { color: colors.ink, fontSize: 12, fontFamily: text.fontFamily },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? words.value(value) : '–'),
    },
    xAxis: isLying ? numbers : categories,
    yAxis: isLying ? { ...categories, inverse: true } : isHeat ? { ...categories, data: names } : numbers,
    visualMap: isHeat
      ? {
          min: Math.min(0, ...values),
          max: Math.max(1, ...values),
          orient: 'horizontal',
          left: 'center',
          bottom: 0,
          itemHeight: 90,
          textStyle: text,
          inRange: { color: [colors.line, colors.series[0]] },
        }
      : undefined,
    series: isHeat
      ? [
          {
            type: 'heatmap',
            data: data.series.flatMap(({ values: row }, y) => row.map((value, x) => [x, y, value ?? '-'])),
            label: { show: labels.length * names.length <= 120, color: colors.ink, fontSize: 10 },
          },
        ]
      : data.series.map(({ values: row }, index) => ({
          name: names[index],
          type: kind === 'line' || kind === 'area' ? 'line' : kind === 'scatter' ? 'scatter' : 'bar',
          stack: kind === 'stacked' || (kind === 'area' && several) ? 'all' : undefined,
          areaStyle: kind === 'area' ? { opacity: 0.35 } : undefined,
          barMaxWidth: 26,
          data: row.map((value) => value ?? (kind === 'line' || kind === 'area' ? null : '-')),
          cursor: 'pointer',
        })),
  };
}
