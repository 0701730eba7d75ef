import type { Json } from '../../../contract/json';
import { chosen, field, inPieces, once, optionsOf, person, type SeedRow, type SeedTable } from './define';
import { readJson, vegaPath } from './source';

interface Movie {
  Title: string | number | null;
  'US Gross': number | null;
  'Worldwide Gross': number | null;
  'Production Budget': number | null;
  'Release Date': string;
  'MPAA Rating': string | null;
  'Running Time min': number | null;
  Distributor: string | null;
  Source: string | null;
  'Major Genre': string | null;
  Director: string | null;
  'Rotten Tomatoes Rating': number | null;
  'IMDB Rating': number | null;
  'IMDB Votes': number | null;
}

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

const movieTable: SeedTable = {
  number: 3,
  space: 1,
  type: 'ext',
  name: 'Movies',
  alias: 'movies',
  createdOn: '2025-01-20 11:05:44',
  fields: [
    field.text('Title'),
    field.date('Release date'),
    field.option('Genre', genres),
    field.option('MPAA rating', ratings),
    field.text('Director'),
    field.text('Distributor'),
    field.number('Running time (minutes)'),
    field.money('Production budget'),
    field.money('US gross'),
    field.money('Worldwide gross'),
    field.number('Rotten Tomatoes'),
    field.rating('IMDB rating'),
    field.number('IMDB votes'),
    field.switch('Seen'),
  ],
  size: 3201,
  async *rows() {
    const movies = await readJson<Movie[]>(vegaPath('movies.json'));
    yield* inPieces(
      movies.map(
        (movie): SeedRow => [
          // A few titles are years and numbers, and came as such.
          movie.Title === null ? null : String(movie.Title),
          movieDate(movie['Release Date']),
          chosen(genres, movie['Major Genre']),
          chosen(ratings, movie['MPAA Rating']),
          movie.Director ?? '',
          movie.Distributor,
          movie['Running Time min'],
          movie['Production Budget'],
          movie['US Gross'],
          movie['Worldwide Gross'],
          movie['Rotten Tomatoes Rating'],
          movie['IMDB Rating'],
          movie['IMDB Votes'],
        ],
      ),
    );
  },
};

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

const dataPackage = once(() => readJson<DataPackage>(vegaPath('datapackage.json')));
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

const catalogueTable: SeedTable = {
  number: 5,
  space: 1,
  type: 'ext',
  name: 'Data set catalogue',
  alias: 'catalogue',
  createdOn: '2025-01-14 08:00:00',
  fields: [
    field.text('Name', true),
    field.text('File'),
    field.longText('Description'),
    field.option('Format', formats),
    field.number('Size (bytes)'),
    field.number('Columns'),
    field.richText('Sources'),
    field.text('Licence'),
    field.option('State', states),
    field.user('Steward'),
    field.dateTime('Checked on'),
  ],
  size: 74,
  async *rows() {
    const { resources } = await dataPackage();
    yield resources.map(
      (entry, index): SeedRow => [
        entry.name,
        entry.path,
        entry.description ?? '',
        chosen(formats, entry.format),
        entry.bytes,
        entry.schema?.fields.length,
        linkList(entry.sources),
        entry.licenses?.map((licence) => licence.title ?? licence.name ?? '').join('; ') || null,
        chosen(states, index % 3 === 0 ? 'To check' : 'Checked'),
        stewards[index % stewards.length],
        index % 3 === 0
          ? undefined
          : `2025-03-${String((index % 28) + 1).padStart(2, '0')} ${String(8 + (index % 9)).padStart(2, '0')}:30:00`,
      ],
    );
  },
};

export const cultureTables: readonly SeedTable[] = [movieTable, catalogueTable];
