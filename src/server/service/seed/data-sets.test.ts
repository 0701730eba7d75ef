import { describe, expect, it } from 'vitest';
import { kindOfFieldType } from '../../../contract/field-kinds';
import type { LinkKind } from '../../../contract/files';
import { isJsonObject, type Json } from '../../../contract/json';
import { tableTypes } from '../../../contract/tables';
import { isDateText } from '../clock';
import { readSample } from './data-files';
import { seedSpaces, seedTables } from './data-sets';
import type { SeedField } from './define';
import { seedFiles } from './demo-files';
import { countryCodes } from './geography';

/** Why a field cannot hold a value; null when it can. */
function fault(field: SeedField, value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  const list = Array.isArray(value) ? value : [value];
  const options = Array.isArray(field.config?.options) ? field.config.options : [];
  switch (kindOfFieldType(field.type)) {
    case 'text':
    case 'long-text':
      return typeof value === 'string' ? null : 'no text';
    case 'number':
      return typeof value === 'bigint' || Number.isFinite(value) ? null : 'no number';
    case 'date':
      return typeof value === 'string' && (value === '' || isDateText(value)) ? null : 'no date';
    case 'switch':
      return typeof value === 'boolean' ? null : 'no switch';
    case 'option':
      return list.every(
        (entry) => isJsonObject(entry) && options.some((option) => isJsonObject(option) && option.id === entry.id),
      )
        ? null
        : 'no such option';
    case 'user':
      return list.every((entry) => isJsonObject(entry) && typeof entry.user_id === 'string') ? null : 'no user';
    case 'relation':
      return list.every(
        (entry) => isJsonObject(entry) && /^23\d{14}$/.test(String(entry.item_id)) && entry.title !== '',
      )
        ? null
        : 'no record';
    case 'file':
      return list.every((entry) => typeof entry === 'bigint' || Number.isSafeInteger(entry)) ? null : 'no file ids';
    case 'location':
      return isJsonObject(value) && isJsonObject(value.coordinate) ? null : 'no place';
    default:
      return 'unknown kind';
  }
}

describe('the data sets', () => {
  it('make a dozen or more tables of all four types, each with its own number', () => {
    const first = seedTables.filter(({ space }) => space === seedSpaces[0]?.number);
    expect(first.length).toBeGreaterThanOrEqual(12);
    expect(new Set(first.map(({ type }) => type))).toEqual(new Set(tableTypes));
    expect(new Set(seedTables.map(({ number }) => number)).size).toBe(seedTables.length);
  });

  it.each(seedTables.map((table) => [table.name, table] as const))(
    '%s: values fit their fields',
    { timeout: 30_000 },
    async (_name, table) => {
      let count = 0;
      const faults: string[] = [];
      let titleless = 0;
      for await (const rows of table.rows()) {
        for (const row of rows) {
          count += 1;
          if (row.length > table.fields.length) faults.push(`row ${count} has more values than there are fields`);
          for (const [position, field] of table.fields.entries()) {
            const reason = fault(field, row[position]);
            if (reason) faults.push(`row ${count}, ${field.name}: ${reason}`);
            if (field.required && !row[position]) faults.push(`row ${count}, ${field.name}: required`);
          }
          if (!row[0]) titleless += 1;
        }
      }
      expect(faults.slice(0, 5)).toEqual([]);
      expect(count).toBeGreaterThan(0);
      expect(count).toBe(table.size);
      expect(titleless).toBeLessThanOrEqual(count * 0.01);
    },
  );
});

describe('the files', () => {
  const files = seedFiles(countryCodes);

  it('are at least forty, with pictures, documents, sound and text', () => {
    const ordinary = files.filter(({ refType }) => refType === 'item');
    expect(ordinary.length).toBeGreaterThanOrEqual(40);
    expect(new Set(ordinary.map(({ filetype }) => filetype))).toEqual(new Set(['image', 'document', 'audio', 'text']));
    expect(new Set(files.map(({ fileId }) => String(fileId))).size).toBe(files.length);
  });

  const begins: Record<string, RegExp> = {
    'image/png': /^\x89PNG/,
    'application/pdf': /^%PDF-1\.4[\s\S]+%%EOF\n$/,
    'audio/wav': /^RIFF....WAVEfmt /s,
    'image/svg+xml; charset=utf-8': /^<svg [\s\S]+<\/svg>\n$/,
    'text/html; charset=utf-8': /^<!doctype html>/,
  };

  it('all exist, and match their type', async () => {
    for (const { sample, name, filetype } of files) {
      const ext = name.slice(name.lastIndexOf('.') + 1);
      const { bytes, mediaType } = await readSample(sample, ext, 'source');
      const text = Buffer.from(bytes).toString('latin1');
      expect({ sample, fits: (begins[mediaType] ?? /^[\s\S]{100}/).test(text) }).toEqual({ sample, fits: true });
      if (name.endsWith('.json')) expect(() => JSON.parse(Buffer.from(bytes).toString())).not.toThrow();
      if (filetype === 'image' || filetype === 'audio') expect(mediaType.startsWith(filetype)).toBe(true);
      if (/svg|html|csv/.test(mediaType))
        expect({ sample, whole: !text.includes('NaN') && !text.includes('undefined') }).toEqual({
          sample,
          whole: true,
        });
      for (const variant of ['small', 'medium', 'large', 'square'] as const)
        expect((await readSample(sample, ext, variant)).mediaType).toMatch(/^image\//);
    }
  });

  it('have pictures in the size of their variant, and cover sheets for other files', async () => {
    const sides = async (sample: string, ext: string, variant: LinkKind) => {
      const header = Buffer.from((await readSample(sample, ext, variant)).bytes);
      return [header.readUInt32BE(16), header.readUInt32BE(20)];
    };
    const pictures = files.filter(({ sample }) => sample.startsWith('pictures/'));
    expect(pictures.length).toBeGreaterThan(15);
    for (const { sample } of pictures) {
      for (const [variant, longer] of [
        ['small', 160],
        ['medium', 480],
        ['large', 960],
        ['source', 960],
      ] as const)
        expect(Math.max(...(await sides(sample, 'png', variant)))).toBe(longer);
      expect(await sides(sample, 'png', 'square')).toEqual([240, 240]);
    }
    expect(await sides('cities-of-the-world.pdf', 'pdf', 'small')).toEqual([480, 480]);
  });

  it('have reports of several pages, and sound of six seconds', async () => {
    const pages = async (sample: string) =>
      Buffer.from((await readSample(sample, 'pdf', 'source')).bytes)
        .toString('latin1')
        .match(/\/Type \/Page /g)?.length;
    expect(await pages('cities-of-the-world.pdf')).toBe(3);
    expect(await pages('weather-in-seattle.pdf')).toBe(4);
    const sound = Buffer.from((await readSample('carbon-dioxide.wav', 'wav', 'source')).bytes);
    const bytesPerSecond = sound.readUInt32LE(28);
    expect(sound.readUInt32LE(40) / bytesPerSecond).toBeCloseTo(6, 0);
    expect(sound.length).toBe(44 + sound.readUInt32LE(40));
  });

  it('refuse a sample that does not exist', async () => {
    await expect(readSample('nothing.pdf', 'pdf', 'source')).rejects.toThrow('nothing.pdf');
  });
});
