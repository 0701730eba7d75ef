import { formatJson, isJsonObject, type Json } from '../../contract/json';

/** How many characters of a text a cell gets: a text of 2 MB must cost no more than a short one. */
export const previewLength = 240;

/** The beginning of a text on one line, for a cell: a line end is drawn as ⏎, a tab as ⇥. */
export function previewOf(text: string): string {
  const start = text.length > previewLength ? `${text.slice(0, previewLength)}…` : text;
  return /[\n\r\t]/.test(start) ? start.replace(/\s*[\r\n]+\s*/g, ' ⏎ ').replace(/\t/g, ' ⇥ ') : start;
}

/** The beginning of a value's JSON, without writing out all of a large value. */
export function previewOfJson(value: Json): string {
  return previewOf(formatJson(bounded(value, { left: previewLength })));
}

function bounded(value: Json, room: { left: number }): Json {
  if (typeof value === 'string') {
    room.left -= value.length;
    return value.length > previewLength ? `${value.slice(0, previewLength)}…` : value;
  }
  if (Array.isArray(value)) {
    const kept: Json[] = [];
    for (const entry of value) {
      if (room.left <= 0) break;
      room.left -= 2;
      kept.push(bounded(entry, room));
    }
    return kept;
  }
  if (isJsonObject(value)) {
    const kept: [string, Json][] = [];
    for (const key in value) {
      if (room.left <= 0) break;
      room.left -= key.length + 4;
      kept.push([key, bounded(value[key] as Json, room)]);
    }
    return Object.fromEntries(kept);
  }
  room.left -= 6;
  return value;
}
