import type { Variant } from '../files/file-bytes';
import { type CountryCities, citiesByCountry } from './geography';
import { letterHeight } from './letters';
import { globalTemperature, type WeatherDay, weatherDays } from './nature';
import { type Color, mix, Raster } from './raster';

/** Longer side of each variant in pixels. */
const sides: Record<Variant, number> = { small: 160, medium: 480, large: 960, square: 240, source: 1600 };

interface Size {
  width: number;
  height: number;
}

/** Size of a variant of a picture whose sides are as `ratio` (width by height). */
function sizeOf(variant: Variant, ratio: number): Size {
  const side = sides[variant];
  if (variant === 'square') return { width: side, height: side };
  return ratio >= 1
    ? { width: side, height: Math.round(side / ratio) }
    : { width: Math.round(side * ratio), height: side };
}

const night: Color = [13, 22, 38];
const deep: Color = [24, 42, 71];
const glow: readonly Color[] = [
  [255, 196, 94],
  [255, 236, 179],
];

/** Every city of the world as a point of light. */
export async function worldMap(variant: Variant): Promise<Uint8Array> {
  return (await worldRaster(sizeOf(variant, 2))).png();
}

/** The same as pixels, for a document. */
export async function worldRaster(size: Size, tint: readonly Color[] = glow): Promise<Raster> {
  const countries = await citiesByCountry();
  const raster = new Raster(size.width, size.height, night);
  // The least area holds the inhabited latitudes; a square shows the middle of it.
  const scale = Math.max(size.width / 360, size.height / 150);
  for (const { coordinates } of countries.values()) {
    for (let at = 0; at < coordinates.length; at += 2) {
      const x = size.width / 2 + ((coordinates[at + 1] as number) - 10) * scale;
      const y = size.height / 2 - ((coordinates[at] as number) - 12) * scale;
      raster.blend(Math.floor(x), Math.floor(y), tint[0] as Color, 0.45);
    }
  }
  return raster;
}

/** The cities of one country. */
export async function countryMap(code: string, variant: Variant): Promise<Uint8Array> {
  const country = (await citiesByCountry()).get(code);
  const size = sizeOf(variant, 4 / 3);
  const raster = new Raster(size.width, size.height, deep);
  if (country) drawCountry(raster, country);
  const cell = Math.max(1, Math.round(size.width / 160));
  raster.label(code, cell * 10, cell * 8, cell, [148, 178, 222]);
  return raster.png();
}

function drawCountry(raster: Raster, { coordinates }: CountryCities): void {
  const [south, north] = middle(coordinates.filter((_, at) => at % 2 === 0));
  const [west, east] = middle(coordinates.filter((_, at) => at % 2 === 1));
  // Degrees of longitude shrink towards the poles.
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale =
    0.86 *
    Math.min(raster.width / Math.max(0.5, (east - west) * squeeze), raster.height / Math.max(0.5, north - south));
  const radius = Math.max(0.4, Math.min(2.5, (raster.width / 900) * (60 / Math.sqrt(coordinates.length / 2))));
  for (let at = 0; at < coordinates.length; at += 2) {
    const x = raster.width / 2 + ((coordinates[at + 1] as number) - (west + east) / 2) * squeeze * scale;
    const y = raster.height / 2 - ((coordinates[at] as number) - (south + north) / 2) * scale;
    raster.disc(x, y, radius, glow[0] as Color, 0.6);
  }
}

/** Where all but the outermost two in a hundred lie: far islands would leave the rest a speck. */
function middle(values: number[]): [number, number] {
  const sorted = Float64Array.from(values).sort();
  const cut = Math.floor(sorted.length * 0.01);
  return [sorted[cut] ?? 0, sorted[sorted.length - 1 - cut] ?? 0];
}

export type Measure = 'temp_max' | 'temp_min' | 'precipitation' | 'wind';

const heat: Record<Measure, { stops: readonly Color[]; from: number; to: number }> = {
  temp_max: {
    stops: [
      [49, 84, 158],
      [171, 207, 229],
      [254, 224, 144],
      [215, 48, 39],
    ],
    from: 0,
    to: 35,
  },
  temp_min: {
    stops: [
      [34, 45, 110],
      [92, 148, 200],
      [224, 236, 214],
      [240, 160, 80],
    ],
    from: -7,
    to: 18,
  },
  precipitation: {
    stops: [
      [240, 246, 252],
      [130, 180, 220],
      [24, 76, 140],
    ],
    from: 0,
    to: 25,
  },
  wind: {
    stops: [
      [244, 248, 240],
      [126, 186, 152],
      [18, 84, 72],
    ],
    from: 0,
    to: 9,
  },
};

/** A measure of every day: weeks across, weekdays down, a band for each year. */
export async function heatMap(measure: Measure, variant: Variant): Promise<Uint8Array> {
  const days = await weatherDays();
  const years = [...new Set(days.map(({ date }) => date.slice(0, 4)))];
  const size = sizeOf(variant, 1.5);
  const raster = new Raster(size.width, size.height, [250, 250, 251]);
  const cell = Math.min(size.width / 57, size.height / (years.length * 9 + 1));
  const left = (size.width - 53 * cell) / 2;
  const top = (size.height - (years.length * 9 - 2) * cell) / 2;
  const { stops, from, to } = heat[measure];
  for (const day of days) {
    const { week, weekday } = placeOf(day);
    const band = years.indexOf(day.date.slice(0, 4));
    const color = mix(stops, (day[measure] - from) / (to - from));
    raster.rectangle(left + week * cell, top + (band * 9 + weekday) * cell, cell * 0.9, cell * 0.9, color);
  }
  return raster.png();
}

function placeOf({ date }: WeatherDay): { week: number; weekday: number } {
  const time = Date.parse(date);
  const first = Date.parse(`${date.slice(0, 4)}-01-01`);
  const dayOfYear = Math.round((time - first) / 86_400_000);
  const weekday = (new Date(time).getUTCDay() + 6) % 7;
  const firstWeekday = (new Date(first).getUTCDay() + 6) % 7;
  return { week: Math.floor((dayOfYear + firstWeekday) / 7), weekday };
}

const coldToWarm: readonly Color[] = [
  [8, 48, 107],
  [66, 146, 198],
  [222, 235, 247],
  [252, 146, 114],
  [153, 0, 13],
];

/** One stripe for each year, from cold to warm. */
export async function stripes(variant: Variant): Promise<Uint8Array> {
  const size = sizeOf(variant, 2);
  return (await stripesRaster(size)).png();
}

async function stripesRaster(size: Size): Promise<Raster> {
  const years = await globalTemperature();
  const raster = new Raster(size.width, size.height, night);
  const step = size.width / years.length;
  for (const [index, { difference }] of years.entries()) {
    raster.rectangle(index * step, 0, step + 1, size.height, mix(coldToWarm, (difference + 0.7) / 1.9));
  }
  return raster;
}

/** The cover of a workspace. */
export async function cover(space: string, variant: Variant): Promise<Uint8Array> {
  const size = sizeOf(variant, 2);
  return (space === '1' ? await worldRaster(size) : await stripesRaster(size)).png();
}

const avatarColors: readonly Color[] = [
  [66, 99, 235],
  [16, 152, 173],
  [112, 72, 232],
  [214, 51, 108],
  [230, 119, 0],
  [55, 130, 60],
  [73, 80, 87],
];

/** A pattern of squares, the same on both sides, different for each number. */
export async function avatar(number: number, variant: Variant): Promise<Uint8Array> {
  const size = sizeOf(variant, 1);
  const color = avatarColors[number % avatarColors.length] as Color;
  const raster = new Raster(size.width, size.height, [241, 243, 245]);
  const cell = size.width / 7;
  let bits = Math.imul(number + 7, 0x9e3779b1) >>> 0;
  for (let y = 0; y < 5; y += 1) {
    for (let x = 0; x < 3; x += 1) {
      const filled = bits & 1;
      bits = ((bits >>> 1) ^ (filled ? 0xedb88320 : 0)) >>> 0;
      if (!filled) continue;
      for (const column of new Set([x, 4 - x]))
        raster.rectangle((column + 1) * cell, (y + 1) * cell, cell + 1, cell + 1, color);
    }
  }
  return raster.png();
}

/** What stands for a file that is no picture: a sheet with its extension. */
export async function sheet(ext: string, variant: Variant): Promise<Uint8Array> {
  const size = sizeOf(variant === 'source' ? 'large' : variant, 1);
  const raster = new Raster(size.width, size.height, [241, 243, 245]);
  const unit = size.width / 20;
  raster.rectangle(unit * 4, unit * 2, unit * 12, unit * 16, [222, 226, 230]);
  raster.rectangle(unit * 4.3, unit * 2.3, unit * 11.4, unit * 15.4, [255, 255, 255]);
  for (let line = 0; line < 4; line += 1)
    raster.rectangle(unit * 6, unit * (4.5 + line * 1.4), unit * (line === 3 ? 5 : 8), unit * 0.5, [222, 226, 230]);
  const cell = (unit * 2.6) / letterHeight;
  raster.label(ext, size.width / 2, unit * 14, cell, [66, 99, 235]);
  return raster.png();
}
