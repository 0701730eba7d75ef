import { deflateSync } from 'node:zlib';
import { join } from './png';
import type { Color, Raster } from './raster';

/** A4 in points. */
export const pageSize = { width: 595, height: 842, margin: 56 } as const;

/** Characters beyond Latin-1 that the standard encoding of PDF text has, by their place there. */
const windows1252: Record<string, number> = {
  '–': 0x96,
  '—': 0x97,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '…': 0x85,
  '•': 0x95,
  '€': 0x80,
};

/**
 * Writes a PDF with one of the standard fonts; places are points from the top left. Each page is a list of drawing commands that is compressed when the
 * document is closed.
 */
export class PdfWriter {
  private readonly objects: Uint8Array[] = [];
  private readonly pages: { commands: string[]; images: Map<string, number> }[] = [];

  addPage(): void {
    this.pages.push({ commands: [], images: new Map() });
  }

  text(x: number, y: number, text: string, size: number, options: { bold?: boolean; color?: Color } = {}): void {
    const font = options.bold ? 'F2' : 'F1';
    this.command(
      `${ink(options.color ?? [33, 37, 41])} rg BT /${font} ${size} Tf ${x} ${(pageSize.height - y).toFixed(2)} Td (${escaped(text)}) Tj ET`,
    );
  }

  rectangle(x: number, y: number, width: number, height: number, color: Color): void {
    const bottom = pageSize.height - y - height;
    this.command(`${ink(color)} rg ${x.toFixed(2)} ${bottom.toFixed(2)} ${width.toFixed(2)} ${height.toFixed(2)} re f`);
  }

  image(x: number, y: number, width: number, height: number, raster: Raster): void {
    const dictionary = `/Type /XObject /Subtype /Image /Width ${raster.width} /Height ${raster.height} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
    const object = this.add(stream(dictionary, raster.rgb));
    const name = `I${object}`;
    this.pages.at(-1)?.images.set(name, object);
    const bottom = pageSize.height - y - height;
    this.command(`q ${width} 0 0 ${height} ${x} ${bottom} cm /${name} Do Q`);
  }

  /** The finished document. */
  close(title: string): Uint8Array {
    const fonts = ['Helvetica', 'Helvetica-Bold'].map((name) =>
      this.add(latin(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`)),
    );
    // The pages name their parent, which names them: it comes after them all.
    const parent = this.objects.length + this.pages.length * 2 + 1;
    const kids = this.pages.map(({ commands, images }) => {
      const content = this.add(stream('', latin(commands.join('\n'))));
      const pictures = [...images].map(([name, object]) => `/${name} ${object} 0 R`).join(' ');
      return this.add(
        latin(
          `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 ${pageSize.width} ${pageSize.height}] /Contents ${content} 0 R ` +
            `/Resources << /Font << /F1 ${fonts[0]} 0 R /F2 ${fonts[1]} 0 R >> /XObject << ${pictures} >> >> >>`,
        ),
      );
    });
    this.add(latin(`<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`));
    const catalog = this.add(latin(`<< /Type /Catalog /Pages ${parent} 0 R >>`));
    const info = this.add(latin(`<< /Title (${escaped(title)}) >>`));
    return this.file(catalog, info);
  }

  private command(text: string): void {
    this.pages.at(-1)?.commands.push(text);
  }

  private add(object: Uint8Array): number {
    this.objects.push(object);
    return this.objects.length;
  }

  private file(catalog: number, info: number): Uint8Array {
    const parts: Uint8Array[] = [latin('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n')];
    let size = parts[0]?.byteLength ?? 0;
    const places = this.objects.map((object, index) => {
      const place = size;
      const whole = join([latin(`${index + 1} 0 obj\n`), object, latin('\nendobj\n')]);
      parts.push(whole);
      size += whole.byteLength;
      return place;
    });
    const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
    const count = places.length + 1;
    parts.push(
      latin(
        `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${size}\n%%EOF\n`,
      ),
    );
    return join(parts);
  }
}

function stream(dictionary: string, data: Uint8Array): Uint8Array {
  const packed = deflateSync(data);
  return join([
    latin(`<< ${dictionary} /Filter /FlateDecode /Length ${packed.byteLength} >>\nstream\n`),
    packed,
    latin('\nendstream'),
  ]);
}

function ink(color: Color): string {
  return color.map((channel) => (channel / 255).toFixed(3)).join(' ');
}

function escaped(text: string): string {
  return [...text]
    .map((letter) => {
      if ('()\\'.includes(letter)) return `\\${letter}`;
      const code = windows1252[letter] ?? letter.codePointAt(0) ?? 63;
      return code < 256 ? String.fromCharCode(code) : '?';
    })
    .join('');
}

/** Bytes of a text whose characters are bytes. */
function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
