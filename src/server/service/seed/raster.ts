import { eachCell, letterHeight, textWidth } from './letters';
import { encodePng } from './png';

export type Color = readonly [red: number, green: number, blue: number];

/** A picture of pixels to draw on; places may be fractions and lie outside. */
export class Raster {
  readonly rgb: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
    background: Color,
  ) {
    this.rgb = new Uint8Array(width * height * 3);
    this.rectangle(0, 0, width, height, background);
  }

  /** Lays a colour over one pixel; `strength` from 0 to 1. */
  blend(x: number, y: number, color: Color, strength: number): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    const at = (y * this.width + x) * 3;
    for (let channel = 0; channel < 3; channel += 1) {
      const before = this.rgb[at + channel] as number;
      this.rgb[at + channel] = before + ((color[channel] as number) - before) * strength;
    }
  }

  rectangle(left: number, top: number, width: number, height: number, color: Color): void {
    const x0 = Math.max(0, Math.round(left));
    const x1 = Math.min(this.width, Math.round(left + width));
    const y1 = Math.min(this.height, Math.round(top + height));
    for (let y = Math.max(0, Math.round(top)); y < y1; y += 1) {
      for (let x = x0; x < x1; x += 1) this.rgb.set(color, (y * this.width + x) * 3);
    }
  }

  /** A disc with a soft edge. */
  disc(x: number, y: number, radius: number, color: Color, strength: number): void {
    const reach = Math.ceil(radius + 1);
    for (let py = Math.floor(y) - reach; py <= y + reach; py += 1) {
      for (let px = Math.floor(x) - reach; px <= x + reach; px += 1) {
        const edge = radius + 0.5 - Math.hypot(px + 0.5 - x, py + 0.5 - y);
        if (edge > 0) this.blend(px, py, color, strength * Math.min(1, edge));
      }
    }
  }

  /** Text in capitals of the pixel alphabet, its cells `cell` pixels wide, centred on a place. */
  label(text: string, centreX: number, centreY: number, cell: number, color: Color): void {
    const left = centreX - (textWidth(text) * cell) / 2;
    const top = centreY - (letterHeight * cell) / 2;
    eachCell(text, (x, y) => this.rectangle(left + x * cell, top + y * cell, cell, cell, color));
  }

  png(): Uint8Array {
    return encodePng(this.width, this.height, this.rgb);
  }
}

/** A colour between stops, `at` from 0 to 1. */
export function mix(stops: readonly Color[], at: number): Color {
  const place = Math.min(1, Math.max(0, at)) * (stops.length - 1);
  const index = Math.min(stops.length - 2, Math.floor(place));
  const [from, to] = [stops[index] as Color, stops[index + 1] as Color];
  const part = place - index;
  return [0, 1, 2].map((channel) => {
    const start = from[channel] as number;
    return Math.round(start + ((to[channel] as number) - start) * part);
  }) as unknown as Color;
}
