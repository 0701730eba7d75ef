/** Languages whose names of months and of days of the week are read in dates. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'pl', 'ru', 'tr'];

type Places = Map<string, Set<number>>;
/** Made at their first use, as the engine takes its time for the names of twelve languages. */
let months: Places | null = null;
let weekdays: Places | null = null;

/** The number of a month, from 1, by its name or what it is shortened to; undefined where it is none, or another one in another language. */
export function monthOfName(name: string): number | undefined {
  months ??= placesOf('month', 12).set('sept', new Set([9]));
  const [only, another] = months.get(plainName(name)) ?? [];
  return another === undefined ? only : undefined;
}

/** Whether a text is the name of a day of the week, or what it is shortened to. */
export function isWeekday(name: string): boolean {
  weekdays ??= placesOf('weekday', 7);
  return weekdays.has(plainName(name));
}

/** The names of the first months or days of a year, alone and as they stand in a date, with their places from 1. */
function placesOf(part: 'month' | 'weekday', count: number): Places {
  const places: Places = new Map();
  for (const language of languages) {
    for (const length of ['long', 'short'] as const) {
      for (const around of [{}, { day: 'numeric' as const }]) {
        const format = new Intl.DateTimeFormat(language, { [part]: length, timeZone: 'UTC', ...around });
        for (let place = 1; place <= count; place += 1) {
          const date = part === 'month' ? Date.UTC(2026, place - 1, 14) : Date.UTC(2026, 0, place);
          const written = format.formatToParts(date).find(({ type }) => type === part)?.value ?? '';
          const name = plainName(written);
          if (/^\p{L}+$/u.test(name)) places.set(name, (places.get(name) ?? new Set()).add(place));
        }
      }
    }
  }
  return places;
}

/** Without case, marks on letters, and the point of what is shortened. */
function plainName(name: string): string {
  return name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\.$/, '');
}
