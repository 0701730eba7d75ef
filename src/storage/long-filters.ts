import { type Filter, readFilter } from '../contract/filter';
import { formatJson, isJsonObject, parseJson } from '../contract/json';
import { readRemembered, writeRemembered } from './local-settings';

const storageName = 'long-filters';
const keptMax = 20;

/** The long filters that this browser keeps, as texts by name, the latest last. */
function keptFilters(): [string, string][] {
  const kept = readRemembered(storageName);
  return isJsonObject(kept)
    ? Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    : [];
}

/** The filter that is kept under a name; null when it is not here. */
export function keptFilter(name: string): Filter | null {
  const text = keptFilters().find(([each]) => each === name)?.[1];
  if (text === undefined) return null;
  try {
    const read = readFilter(parseJson(text));
    return read.ok ? read.filter : null;
  } catch {
    return null;
  }
}

/** Keeps a filter. @returns its name, which is the same for the same filter */
export function keepFilter(filter: Filter): string {
  const text = formatJson(filter);
  const name = `f${hashOf(text)}`;
  const filters = keptFilters();
  if (filters.at(-1)?.[0] === name) return name;
  const others = filters.filter(([each]) => each !== name);
  writeRemembered(storageName, Object.fromEntries([...others.slice(1 - keptMax), [name, text]]));
  return name;
}

/** FNV-1a twice, from two beginnings: names of a few texts in one browser do not meet. */
function hashOf(text: string): string {
  let [low, high] = [0x811c9dc5, 0x9747b28c];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193) >>> 0;
    high = Math.imul(high ^ unit, 0x01000193) >>> 0;
  }
  return low.toString(36) + high.toString(36);
}
