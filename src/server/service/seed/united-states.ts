import type { Json } from '../../../contract/json';
import { ids } from '../catalogue/catalogue';
import { field, gridCell, inPieces, numberIn, once, place, type SeedRow, type SeedTable } from './define';
import { readCsv, readJson, vegaPath } from './source';

const stateRows = once(async () => {
  const capitals = await readJson<{ lon: number; lat: number; state: string; city: string }[]>(
    vegaPath('us-state-capitals.json'),
  );
  const figures = await readCsv(vegaPath('population_engineers_hurricanes.csv'));
  return capitals.map(({ lon, lat, state, city }) => ({
    state,
    city,
    lat,
    lon,
    figures: figures.find((row) => row.state === state),
  }));
});

const stateTableNumber = 6;
const stateTable: SeedTable = {
  number: stateTableNumber,
  space: 1,
  type: 'ext',
  name: 'US states',
  alias: 'states',
  createdOn: '2025-02-03 14:40:10',
  fields: [
    field.text('State', true),
    field.text('Capital'),
    field.location('Position of the capital'),
    field.number('Grid cell'),
    field.number('Population'),
    field.progress('Share of engineers'),
    field.number('Hurricanes'),
    field.user('Steward'),
  ],
  size: 50,
  async *rows() {
    const rows = await stateRows();
    yield rows.map(
      ({ state, city, lat, lon, figures }): SeedRow => [
        state,
        city,
        place(`${city}, ${state}`, lat, lon),
        gridCell(lat, lon),
        numberIn(figures?.population),
        numberIn(figures?.engineers),
        numberIn(figures?.hurricanes),
      ],
    );
  },
};

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

const airportTable: SeedTable = {
  number: 8,
  space: 1,
  type: 'sync',
  name: 'Airports',
  alias: 'airports',
  createdOn: '2025-02-03 14:41:33',
  fields: [
    field.text('Name', true),
    field.text('Code'),
    field.text('City'),
    field.text('State code'),
    field.text('Country'),
    field.location('Position'),
    field.number('Grid cell'),
  ],
  size: 3376,
  async *rows() {
    const airports = await readCsv(vegaPath('airports.csv'));
    yield* inPieces(
      airports.map(({ iata, name, city, state, country, latitude, longitude }): SeedRow => {
        const lat = Number(latitude);
        const lon = Number(longitude);
        return [name, iata, known(city), known(state), country, place(name ?? '', lat, lon), gridCell(lat, lon)];
      }),
    );
  },
};

/** The data say `NA` where nothing is known. */
function known(cell: string | undefined): string | undefined {
  return cell === undefined || cell === 'NA' ? undefined : cell;
}

const zipTable: SeedTable = {
  number: 10,
  space: 1,
  type: 'sync',
  name: 'US zip codes',
  alias: 'zip_codes',
  createdOn: '2025-02-03 14:52:19',
  fields: [
    field.text('Zip code', true),
    field.text('City'),
    field.text('County'),
    field.text('State code'),
    field.number('Latitude'),
    field.number('Longitude'),
  ],
  sorted: [0],
  size: 42_049,
  async *rows() {
    const codes = await readCsv(vegaPath('zipcodes.csv'));
    yield* inPieces(
      codes.map(
        ({ zip_code, latitude, longitude, city, state, county }): SeedRow => [
          zip_code,
          city,
          county,
          state,
          numberIn(latitude),
          numberIn(longitude),
        ],
      ),
    );
  },
};

export const unitedStatesTables: readonly SeedTable[] = [stateTable, airportTable, zipTable];
