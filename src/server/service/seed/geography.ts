import type { Json } from '../../../contract/json';
import { ids } from '../catalogue/catalogue';
import { allEntries, readEntries } from './data-files';
import { chosen, field, gridCell, type Option, once, optionsOf, place, type SeedTable, tableOf } from './define';
import { countryCsvFile, countryMapFile } from './demo-files';

interface City {
  name: string;
  /** ISO code. */
  country: string;
  /** First and second administrative division. */
  region?: string;
  district?: string;
  latitude: number;
  longitude: number;
}

/** ISO codes of the countries in the city data, and their English names. */
const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });
export const countryCodes =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );

function countryName(code: string): string {
  return countryNames.of(code) ?? code;
}

const countryOptions = optionsOf(countryCodes.map(countryName), countryCodes);
const optionOfCountry = new Map(countryOptions.map((option) => [option.id, option]));
function countryOption(code: string): Option {
  return optionOfCountry.get(code) ?? { id: code, name: countryName(code), color: '#64748b' };
}

interface CountryCities {
  code: string;
  count: number;
  /** Latitude, longitude, latitude, … of its cities. */
  coordinates: number[];
}

/** The cities of the world by country: what counts and centres are made of. */
const citiesByCountry = once(async () => {
  const countries = new Map<string, CountryCities>();
  for await (const cities of readEntries<City>('cities')) {
    for (const { country: code, latitude, longitude } of cities) {
      let country = countries.get(code);
      if (!country) {
        country = { code, count: 0, coordinates: [] };
        countries.set(code, country);
      }
      country.count += 1;
      country.coordinates.push(latitude, longitude);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return countries;
});

const cityTable = tableOf({
  number: 1,
  type: 'ext',
  name: 'World cities',
  alias: 'cities',
  createdOn: '2025-01-14 08:12:45',
  sorted: [0, 4],
  size: 171_075,
  entries: () => readEntries<City>('cities'),
  columns: [
    [field.text('Name', true), ({ name }) => name],
    [field.option('Country', countryOptions), ({ country }) => [countryOption(country)]],
    [field.text('Region'), ({ region }) => region],
    [field.text('District'), ({ district }) => district],
    [field.number('Latitude'), ({ latitude }) => latitude],
    [field.number('Longitude'), ({ longitude }) => longitude],
    [field.switch('Checked')],
    [field.longText('Note')],
  ],
});

const countryTableNumber = 7;
const countryTable = tableOf({
  number: countryTableNumber,
  type: 'sync',
  name: 'Countries',
  alias: 'countries',
  createdOn: '2025-01-14 08:20:02',
  size: countryCodes.length,
  async entries() {
    const countries = await citiesByCountry();
    return countryCodes.map((code) => ({ code, country: countries.get(code) }));
  },
  columns: [
    [field.text('Name', true), ({ code }) => countryName(code)],
    [field.text('ISO code'), ({ code }) => code],
    [field.number('Cities'), ({ country }) => country?.count ?? 0],
    [
      field.location('Middle of its cities'),
      ({ code, country }) =>
        country ? place(countryName(code), mean(country.coordinates, 0), mean(country.coordinates, 1)) : null,
    ],
    [field.image('Map'), ({ code }) => [countryMapFile(code)].flatMap((id) => id ?? [])],
    [
      field.attachment('List of cities'),
      ({ code }) => {
        const list = countryCsvFile(code);
        return list ? [list] : undefined;
      },
    ],
  ],
});

function mean(coordinates: readonly number[], from: 0 | 1): number {
  let sum = 0;
  for (let at = from; at < coordinates.length; at += 2) sum += coordinates[at] as number;
  return Number((sum / (coordinates.length / 2)).toFixed(5));
}

const hemispheres = optionsOf(['North', 'South', 'Both']);

const citiesPerCountryTable = tableOf({
  number: 16,
  type: 'agg',
  name: 'Cities per country',
  alias: '',
  createdOn: '2025-03-18 10:05:51',
  size: countryCodes.length,
  async entries() {
    const countries = [...(await citiesByCountry()).values()];
    const total = countries.reduce((sum, country) => sum + country.count, 0);
    const place = (code: string) => countryCodes.indexOf(code);
    return countries
      .filter(({ code }) => place(code) >= 0)
      .sort((a, b) => b.count - a.count || place(a.code) - place(b.code))
      .map(({ code, count, coordinates }) => {
        const latitudes = coordinates.filter((_, at) => at % 2 === 0);
        const north = latitudes.reduce((a, b) => Math.max(a, b));
        const south = latitudes.reduce((a, b) => Math.min(a, b));
        return { item_id: ids.item(countryTableNumber, place(code) + 1), code, count, total, north, south };
      });
  },
  columns: [
    [field.text('Country', true), ({ code }) => countryName(code)],
    [field.relation('Record', countryTableNumber), ({ item_id, code }) => ({ item_id, title: countryName(code) })],
    [field.calculation('Cities'), ({ count }) => count],
    [field.calculation('Share'), ({ count, total }) => Number((count / total).toFixed(6))],
    [field.calculation('Northernmost latitude'), ({ north }) => north],
    [field.calculation('Southernmost latitude'), ({ south }) => south],
    [
      field.option('Hemisphere', hemispheres),
      ({ north, south }) => chosen(hemispheres, south >= 0 ? 'North' : north <= 0 ? 'South' : 'Both'),
    ],
  ],
});

interface State {
  state: string;
  capital: string;
  /** Of the capital. */
  latitude: number;
  longitude: number;
  population?: number;
  engineers?: number;
  hurricanes?: number;
}

const stateRows = allEntries<State>('states');

const stateTableNumber = 6;
const stateTable = tableOf({
  number: stateTableNumber,
  type: 'ext',
  name: 'US states',
  alias: 'states',
  createdOn: '2025-02-03 14:40:10',
  size: 50,
  entries: stateRows,
  columns: [
    [field.text('State', true), ({ state }) => state],
    [field.text('Capital'), ({ capital }) => capital],
    [
      field.location('Position of the capital'),
      ({ capital, state, latitude, longitude }) => place(`${capital}, ${state}`, latitude, longitude),
    ],
    [field.number('Grid cell'), ({ latitude, longitude }) => gridCell(latitude, longitude)],
    [field.number('Population'), ({ population }) => population],
    [field.progress('Share of engineers'), ({ engineers }) => engineers],
    [field.number('Hurricanes'), ({ hurricanes }) => hurricanes],
    [field.user('Steward')],
  ],
});

/** A relation to a US state by its name; undefined where there is none. */
export async function stateRelation(): Promise<(name: string) => Json | undefined> {
  const rows = await stateRows();
  const numbers = new Map(rows.map(({ state }, index) => [state, index + 1]));
  return (name) => {
    const row = numbers.get(name);
    return row === undefined ? undefined : { item_id: ids.item(stateTableNumber, row), title: name };
  };
}

export function stateField(name: string) {
  return field.relation(name, stateTableNumber);
}

interface Airport {
  name: string;
  code: string;
  city?: string;
  state?: string;
  country: string;
  latitude: number;
  longitude: number;
}

const airportTable = tableOf({
  number: 8,
  type: 'sync',
  name: 'Airports',
  alias: 'airports',
  createdOn: '2025-02-03 14:41:33',
  size: 3376,
  entries: () => readEntries<Airport>('airports'),
  columns: [
    [field.text('Name', true), ({ name }) => name],
    [field.text('Code'), ({ code }) => code],
    [field.text('City'), ({ city }) => city],
    [field.text('State code'), ({ state }) => state],
    [field.text('Country'), ({ country }) => country],
    [field.location('Position'), ({ name, latitude, longitude }) => place(name, latitude, longitude)],
    [field.number('Grid cell'), ({ latitude, longitude }) => gridCell(latitude, longitude)],
  ],
});

interface ZipCode {
  code: string;
  city: string;
  county: string;
  state: string;
  latitude?: number;
  longitude?: number;
}

const zipTable = tableOf({
  number: 10,
  type: 'sync',
  name: 'US zip codes',
  alias: 'zip_codes',
  createdOn: '2025-02-03 14:52:19',
  sorted: [0],
  size: 42_049,
  entries: () => readEntries<ZipCode>('zip-codes'),
  columns: [
    [field.text('Zip code', true), ({ code }) => code],
    [field.text('City'), ({ city }) => city],
    [field.text('County'), ({ county }) => county],
    [field.text('State code'), ({ state }) => state],
    [field.number('Latitude'), ({ latitude }) => latitude],
    [field.number('Longitude'), ({ longitude }) => longitude],
  ],
});

export const geographyTables: readonly SeedTable[] = [
  cityTable,
  countryTable,
  citiesPerCountryTable,
  stateTable,
  airportTable,
  zipTable,
];
