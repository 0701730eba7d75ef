import type { Json } from '../../../contract/json';
import { readEntries } from './data-files';
import { chosen, field, optionsOf, person, type SeedTable, tableOf } from './define';

const ratings = optionsOf(['G', 'PG', 'PG-13', 'R', 'NC-17', 'Not Rated', 'Open']);
const genres = optionsOf([
  'Action',
  'Adventure',
  'Black Comedy',
  'Comedy',
  'Concert/Performance',
  'Documentary',
  'Drama',
  'Horror',
  'Musical',
  'Romantic Comedy',
  'Thriller/Suspense',
  'Western',
]);

interface Movie {
  title: string | null;
  released?: string;
  genre: string | null;
  rating: string | null;
  director: string | null;
  distributor: string | null;
  minutes: number | null;
  budget: number | null;
  usGross: number | null;
  worldGross: number | null;
  /** Of 100. */
  critics: number | null;
  /** Of 10. */
  score: number | null;
  votes: number | null;
}

const movieTable = tableOf({
  number: 3,
  type: 'ext',
  name: 'Movies',
  alias: 'movies',
  createdOn: '2025-01-20 11:05:44',
  size: 3201,
  entries: () => readEntries<Movie>('movies'),
  columns: [
    [field.text('Title'), ({ title }) => title],
    [field.date('Release date'), ({ released }) => released],
    [field.option('Genre', genres), ({ genre }) => chosen(genres, genre)],
    [field.option('MPAA rating', ratings), ({ rating }) => chosen(ratings, rating)],
    [field.text('Director'), ({ director }) => director ?? ''],
    [field.text('Distributor'), ({ distributor }) => distributor],
    [field.number('Running time (minutes)'), ({ minutes }) => minutes],
    [field.money('Production budget'), ({ budget }) => budget],
    [field.money('US gross'), ({ usGross }) => usGross],
    [field.money('Worldwide gross'), ({ worldGross }) => worldGross],
    [field.number('Critics (of 100)'), ({ critics }) => critics],
    [field.rating('Audience rating'), ({ score }) => score],
    [field.number('Votes'), ({ votes }) => votes],
    [field.switch('Seen')],
  ],
});

interface CatalogueEntry {
  name: string;
  file: string;
  description: string;
  format: string;
  bytes: number;
  columns?: number;
  sources?: { title: string; path?: string }[];
  licence: string | null;
}

const formats = optionsOf(['csv', 'json', 'geojson', 'topojson', 'tsv', 'arrow', 'parquet', 'png']);
const states = optionsOf(['To check', 'Checked', 'Published']);

function linkList(sources: { title: string; path?: string }[] | undefined): string | undefined {
  if (!sources?.length) return undefined;
  const items = sources.map(
    ({ title, path }) => `<li>${path ? `<a href="${markup(path)}">${markup(title)}</a>` : markup(title)}</li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}

function markup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const stewards: readonly (Json | undefined)[] = [person(4), person(5), person(6), undefined];

const catalogueTable = tableOf({
  number: 5,
  type: 'ext',
  name: 'Data set catalogue',
  alias: 'catalogue',
  createdOn: '2025-01-14 08:00:00',
  size: 73,
  entries: () => readEntries<CatalogueEntry>('catalogue'),
  columns: [
    [field.text('Name', true), (entry) => entry.name],
    [field.text('File'), (entry) => entry.file],
    [field.longText('Description'), (entry) => entry.description],
    [field.option('Format', formats), (entry) => chosen(formats, entry.format)],
    [field.number('Size (bytes)'), (entry) => entry.bytes],
    [field.number('Columns'), (entry) => entry.columns],
    [field.richText('Sources'), (entry) => linkList(entry.sources)],
    [field.text('Licence'), ({ licence }) => licence],
    [field.option('State', states), (_entry, index) => chosen(states, isToCheck(index) ? 'To check' : 'Checked')],
    [field.user('Steward'), (_entry, index) => stewards[index % stewards.length]],
    [field.dateTime('Checked on'), (_entry, index) => (isToCheck(index) ? undefined : checkedOn(index))],
  ],
});

const isToCheck = (index: number) => index % 3 === 0;

function checkedOn(index: number): string {
  const digits = (number: number) => String(number).padStart(2, '0');
  return `2025-03-${digits((index % 28) + 1)} ${digits(8 + (index % 9))}:30:00`;
}

export const cultureTables: readonly SeedTable[] = [movieTable, catalogueTable];
