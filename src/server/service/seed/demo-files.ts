import { integerOfId } from '../../../contract/ids';
import { bigDataRecord, ordinaryRecord } from '../files/files';
import { field, person, tableOf } from './define';

/** A file that the service starts with, in its first workspace. */
export interface SeedFile {
  fileId: number | bigint;
  name: string;
  filetype: 'image' | 'document' | 'audio' | 'text';
  /** Kind of what it belongs to; only those of ordinary records are served by 4.6. */
  refType: typeof ordinaryRecord | typeof bigDataRecord | 'space' | 'user';
  /** Number of the table and row of the record it belongs to, or of the workspace or user. */
  ref: [table: number, row: number];
  /** What it holds, see data-files.ts. */
  sample: string;
}

/** Number of the ordinary table that a `sync` table is synchronized from. */
const ordinaryTable = (syncTable: number) => 9000 + syncTable;
const countriesTable = 7;
const reportsTable = 11;

const firstId = 6_100_000_000_000_000;
const mapped = 'US IN BR DE FR IT ES MX CN JP GB RU'.split(' ');
const listed = 'JP NZ CH NO KE PE'.split(' ');

/** Id of the map of a country; undefined where there is none. */
export function countryMapFile(code: string): number | undefined {
  const index = mapped.indexOf(code);
  return index < 0 ? undefined : firstId + 101 + index;
}

/** Id of the list of a country's cities; undefined where there is none. */
export function countryCsvFile(code: string): number | undefined {
  const index = listed.indexOf(code);
  return index < 0 ? undefined : firstId + 203 + index;
}

const penguins = ['Adelie', 'Chinstrap', 'Gentoo'];

/** Id of a file that belongs to a big-data table: it is there, but file details do not support it (4.6). */
export function penguinPhoto(species: string): number | undefined {
  const index = penguins.indexOf(species);
  return index < 0 ? undefined : firstId + 901 + index;
}

interface Report {
  title: string;
  summary: string;
  preparedOn: string;
  images: readonly Attached[];
  attachments: readonly Attached[];
}

interface Attached {
  fileId: number | bigint;
  name: string;
  filetype: SeedFile['filetype'];
  sample: string;
}

const attached = (number: number | bigint, name: string, filetype: SeedFile['filetype'], sample = name): Attached => ({
  fileId: typeof number === 'bigint' ? number : firstId + number,
  name,
  filetype,
  sample,
});

/** The records of the table "Reports" and what is attached to them. */
const reports: readonly Report[] = [
  {
    title: 'Cities of the world',
    summary: 'Where people live: every place of a thousand inhabitants or more, and the countries with most of them.',
    preparedOn: '2025-03-20 09:00:00',
    images: [attached(1, 'cities-of-the-world.png', 'image', 'pictures/world')],
    attachments: [
      attached(2, 'cities-of-the-world.pdf', 'document'),
      attached(3, 'us-state-capitals.json', 'text'),
      attached(4, 'airports.csv', 'text'),
    ],
  },
  {
    title: 'Weather in Seattle, 2012–2015',
    summary: 'Four years day by day: temperature, rain and wind.',
    preparedOn: '2025-03-21 15:30:00',
    images: [
      attached(11, 'highest-temperature.png', 'image', 'pictures/seattle-temp-max'),
      attached(12, 'lowest-temperature.png', 'image', 'pictures/seattle-temp-min'),
      attached(13, 'precipitation.png', 'image', 'pictures/seattle-precipitation'),
      attached(14, 'wind.png', 'image', 'pictures/seattle-wind'),
    ],
    attachments: [
      attached(15, 'weather-in-seattle.pdf', 'document'),
      attached(16, 'seattle-weather.csv', 'text'),
      attached(17, 'temperature-by-month.svg', 'image'),
      attached(18, 'weather-by-month.html', 'text'),
    ],
  },
  {
    title: 'Carbon dioxide since 1958',
    summary: 'The curve measured at Mauna Loa, to look at and to listen to.',
    preparedOn: '2025-04-02 14:00:00',
    images: [attached(21, 'carbon-dioxide.svg', 'image')],
    attachments: [
      // Beyond 2^53: read as a double it names another file.
      attached(9_007_199_254_740_993n, 'carbon-dioxide.wav', 'audio'),
      attached(22, 'co2-concentration.csv', 'text'),
    ],
  },
  {
    title: 'Global temperature since 1880',
    summary: 'Difference of each year to the mean, as a picture and as a melody.',
    preparedOn: '2025-04-02 16:45:00',
    images: [attached(31, 'stripes.png', 'image', 'pictures/stripes')],
    attachments: [
      attached(32, 'global-temperature.wav', 'audio'),
      attached(33, 'global-temperature.svg', 'image'),
      attached(34, 'global-temp.csv', 'text'),
    ],
  },
  {
    title: 'About these data',
    summary: 'Where the data of this workspace come from, and under which licences.',
    preparedOn: '2025-04-03 08:15:00',
    images: [],
    attachments: [
      attached(41, 'sources.md', 'text', 'SOURCES.md'),
      attached(42, 'sources.txt', 'text', 'SOURCES.md'),
      attached(43, 'datapackage.json', 'text'),
    ],
  },
];

const idsOf = (files: readonly Attached[]) => files.map(({ fileId }) => integerOfId(String(fileId)));

export const reportTable = tableOf({
  number: reportsTable,
  type: 'sync',
  name: 'Reports',
  alias: 'reports',
  createdOn: '2025-03-20 08:45:00',
  size: reports.length,
  entries: async () => reports,
  columns: [
    [field.text('Title', true), ({ title }) => title],
    [field.longText('Summary'), ({ summary }) => summary],
    [field.image('Pictures'), ({ images }) => idsOf(images)],
    [field.attachment('Attachments'), ({ attachments }) => idsOf(attachments)],
    [field.user('Prepared by'), (_report, index) => person(([4, 5, 6] as const)[index % 3] ?? 4)],
    [field.dateTime('Prepared on'), ({ preparedOn }) => preparedOn],
  ],
});

/** Number of the cover of a workspace, and of the picture of a user. */
export const coverFile = (space: number) => firstId + 801 + space;
export const avatarFile = (user: number) => firstId + 851 + user;
export const providerAvatar = avatarFile(0);

const ofReports = reports.flatMap(({ images, attachments }, row) =>
  [...images, ...attachments].map(
    (file): SeedFile => ({ ...file, refType: ordinaryRecord, ref: [ordinaryTable(reportsTable), row + 1] }),
  ),
);

/** Every file. `countries`: ISO codes in the order of their records. */
export function seedFiles(countries: readonly string[]): SeedFile[] {
  const ofCountry = (code: string): Pick<SeedFile, 'refType' | 'ref'> => ({
    refType: ordinaryRecord,
    ref: [ordinaryTable(countriesTable), countries.indexOf(code) + 1],
  });
  const picture = (fileId: number, refType: 'space' | 'user', row: number, sample: string): SeedFile => ({
    fileId,
    name: `${refType}.png`,
    filetype: 'image',
    refType,
    ref: [0, row],
    sample,
  });
  return [
    ...[1, 2, 3].map((space) =>
      picture(coverFile(space), 'space', space, space === 1 ? 'pictures/world' : 'pictures/stripes'),
    ),
    ...[0, 1, 2, 3, 4, 5, 6].map((user) => picture(avatarFile(user), 'user', user, `avatars/${user}.png`)),
    ...ofReports,
    ...mapped.map(
      (code, index): SeedFile => ({
        ...ofCountry(code),
        fileId: firstId + 101 + index,
        name: `map-${code.toLowerCase()}.png`,
        filetype: 'image',
        sample: `pictures/map-${code.toLowerCase()}`,
      }),
    ),
    ...listed.map(
      (code, index): SeedFile => ({
        ...ofCountry(code),
        fileId: firstId + 203 + index,
        name: `cities-${code.toLowerCase()}.csv`,
        filetype: 'text',
        sample: `cities-${code.toLowerCase()}.csv`,
      }),
    ),
    ...penguins.map(
      (species, index): SeedFile => ({
        fileId: firstId + 901 + index,
        name: `${species.toLowerCase()}.png`,
        filetype: 'image',
        refType: bigDataRecord,
        ref: [13, index + 1],
        sample: `avatars/${index}.png`,
      }),
    ),
  ];
}
