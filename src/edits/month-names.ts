/** Languages whose names of months are read in dates, with the letters that people also write without their marks. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'pl', 'ru', 'tr'];

let known: Map<string, number> | null = null;

/** The number of a month, from 1, by its name or what it is shortened to, in some languages of Europe; undefined where it is none, or another one elsewhere. */
export function monthOfName(name: string): number | undefined {
  known ??= monthNames();
  return known.get(plainName(name)) ?? undefined;
}

function monthNames(): Map<string, number> {
  const months = new Map<string, Set<number>>();
  for (const language of languages) {
    for (const month of ['long', 'short'] as const) {
      for (const withDay of [false, true]) {
        const format = new Intl.DateTimeFormat(language, {
          month,
          timeZone: 'UTC',
          ...(withDay ? { day: 'numeric' } : {}),
        });
        for (let index = 0; index < 12; index += 1) {
          const parts = format.formatToParts(new Date(Date.UTC(2026, index, 14)));
          const name = plainName(parts.find(({ type }) => type === 'month')?.value ?? '');
          if (/^\p{L}+$/u.test(name)) months.set(name, (months.get(name) ?? new Set()).add(index + 1));
        }
      }
    }
  }
  months.set('sept', new Set([9]));
  return new Map([...months].flatMap(([name, [only, other]]) => (only && !other ? [[name, only] as const] : [])));
}

/** Without case, marks on letters, and the point of what is shortened. */
function plainName(name: string): string {
  return name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\.$/, '');
}
