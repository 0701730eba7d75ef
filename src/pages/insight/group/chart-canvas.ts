import { BarChart, HeatmapChart, LineChart, ScatterChart } from 'echarts/charts';
import {
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers';

use([
  BarChart,
  HeatmapChart,
  LineChart,
  ScatterChart,
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  VisualMapComponent,
  CanvasRenderer,
  SVGRenderer,
]);

/**
 * A chart in an element. The library empties its element by `innerHTML`, which the page's policy refuses; this one element takes that as what it means.
 */
export function openChart(place: HTMLElement): EChartsType {
  Object.defineProperty(place, 'innerHTML', { configurable: true, get: () => '', set: () => place.replaceChildren() });
  return init(place, null, { renderer: 'canvas' });
}

/** The same picture as SVG text: drawn without the page. */
export function chartSvg(option: EChartsCoreOption, width: number, height: number): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({ ...option, animation: false });
  const text = chart.renderToSVGString();
  chart.dispose();
  return text;
}
