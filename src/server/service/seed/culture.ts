import type { Json, JsonObject } from '../../../contract/json';
import { readJson, vegaPath } from './data-files';
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

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Jun 12 1998` as `1998-06-12`; undefined when it is written otherwise. */
function movieDate(text: string): string | undefined {
  const match = /^([A-Z][a-z]{2}) (\d\d) (\d{4})$/.exec(text);
  const month = months.indexOf(match?.[1] ?? '') + 1;
  return match && month > 0 ? `${match[3]}-${String(month).padStart(2, '0')}-${match[2]}` : undefined;
}

const movieTable = tableOf({
  number: 3,
  type: 'ext',
  name: 'Movies',
  alias: 'movies',
  createdOn: '2025-01-20 11:05:44',
  size: 3201,
  entries: () => readJson<JsonObject[]>(vegaPath('movies.json')),
  columns: [
    // A few titles are years and numbers, and came as such.
    [field.text('Title'), (movie) => (movie.Title === null ? null : String(movie.Title))],
    [field.date('Release date'), (movie) => movieDate(String(movie['Release Date']))],
    [field.option('Genre', genres), (movie) => chosen(genres, movie['Major Genre'])],
    [field.option('MPAA rating', ratings), (movie) => chosen(ratings, movie['MPAA Rating'])],
    [field.text('Director'), (movie) => movie.Director ?? ''],
    [field.text('Distributor'), (movie) => movie.Distributor],
    [field.number('Running time (minutes)'), (movie) => movie['Running Time min']],
    [field.money('Production budget'), (movie) => movie['Production Budget']],
    [field.money('US gross'), (movie) => movie['US Gross']],
    [field.money('Worldwide gross'), (movie) => movie['Worldwide Gross']],
    [field.number('Rotten Tomatoes'), (movie) => movie['Rotten Tomatoes Rating']],
    [field.rating('IMDB rating'), (movie) => movie['IMDB Rating']],
    [field.number('IMDB votes'), (movie) => movie['IMDB Votes']],
    [field.switch('Seen')],
  ],
});

interface DataPackage {
  resources: {
    name: string;
    path: string;
    description?: string;
    format: string;
    bytes: number;
    sources?: { title: string; path?: string }[];
    licenses?: { title?: string; name?: string; path?: string }[];
    schema?: { fields: unknown[] };
  }[];
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
  size: 74,
  entries: async () => (await readJson<DataPackage>(vegaPath('datapackage.json'))).resources,
  columns: [
    [field.text('Name', true), (entry) => entry.name],
    [field.text('File'), (entry) => entry.path],
    [field.longText('Description'), (entry) => entry.description ?? ''],
    [field.option('Format', formats), (entry) => chosen(formats, entry.format)],
    [field.number('Size (bytes)'), (entry) => entry.bytes],
    [field.number('Columns'), (entry) => entry.schema?.fields.length],
    [field.richText('Sources'), (entry) => linkList(entry.sources)],
    [
      field.text('Licence'),
      (entry) => entry.licenses?.map((licence) => licence.title ?? licence.name ?? '').join('; ') || null,
    ],
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
