import type { Json } from '../../../contract/json';
import { chosen, field, groupBy, inPieces, numberIn, once, optionsOf, type SeedRow, type SeedTable } from './define';
import { readCsv, readJson, readJsonArray, vegaPath } from './source';
import { stateField, stateRelation } from './united-states';

interface Car {
  Name: string;
  Miles_per_Gallon: number | null;
  Cylinders: number;
  Displacement: number;
  Horsepower: number | null;
  Weight_in_lbs: number;
  Acceleration: number;
  Year: string;
  Origin: string;
}

const origins = optionsOf(['USA', 'Europe', 'Japan']);
const cylinders = optionsOf(['3', '4', '5', '6', '8']);

const carTable: SeedTable = {
  number: 2,
  space: 1,
  type: 'ext',
  name: 'Cars',
  alias: 'cars',
  createdOn: '2025-01-20 11:02:27',
  fields: [
    field.text('Name', true),
    field.number('Miles per gallon'),
    field.option('Cylinders', cylinders),
    field.number('Displacement'),
    field.number('Horsepower'),
    field.number('Weight (lbs)'),
    field.number('Acceleration'),
    field.date('Model year'),
    field.option('Origin', origins),
    field.switch('Roadworthy'),
    field.user('Keeper'),
    field.longText('Remarks'),
  ],
  size: 406,
  async *rows() {
    const cars = await readJson<Car[]>(vegaPath('cars.json'));
    yield cars.map(
      (car): SeedRow => [
        car.Name,
        car.Miles_per_Gallon,
        chosen(cylinders, String(car.Cylinders)),
        car.Displacement,
        car.Horsepower,
        car.Weight_in_lbs,
        car.Acceleration,
        car.Year.slice(0, 10),
        chosen(origins, car.Origin),
      ],
    );
  },
};

type Strike = Record<
  | 'Airport Name'
  | 'Aircraft Make Model'
  | 'Effect Amount of damage'
  | 'Flight Date'
  | 'Aircraft Airline Operator'
  | 'Origin State'
  | 'Phase of flight'
  | 'Wildlife Size'
  | 'Wildlife Species'
  | 'Time of day'
  | 'Cost Total $'
  | 'Speed IAS in knots',
  string
>;

const strikes = once(async () => (await readCsv(vegaPath('birdstrikes.csv'))) as Strike[]);
const damages = optionsOf(['None', 'Minor', 'Medium', 'Substantial', 'B', 'C']);
const phases = optionsOf(['Parked', 'Taxi', 'Take-off run', 'Climb', 'Descent', 'Approach', 'Landing Roll']);
const sizes = optionsOf(['Small', 'Medium', 'Large']);
const daytimes = optionsOf(['Dawn', 'Day', 'Dusk', 'Night']);

const strikeTable: SeedTable = {
  number: 4,
  space: 1,
  type: 'ext',
  name: 'Bird strikes',
  alias: 'bird_strikes',
  createdOn: '2025-02-17 09:31:04',
  fields: [
    field.text('Species', true),
    field.date('Flight date'),
    field.text('Airport'),
    stateField('State'),
    field.text('Operator'),
    field.text('Aircraft'),
    field.option('Damage', damages),
    field.option('Phase of flight', phases),
    field.option('Size of the animal', sizes),
    field.option('Time of day', daytimes),
    field.money('Total cost'),
    field.number('Speed (knots)'),
    field.switch('Settled'),
  ],
  size: 10_000,
  async *rows() {
    const relation = await stateRelation();
    yield* inPieces(
      (await strikes()).map(
        (row): SeedRow => [
          row['Wildlife Species'],
          row['Flight Date'],
          row['Airport Name'],
          relation(row['Origin State']),
          row['Aircraft Airline Operator'],
          row['Aircraft Make Model'],
          chosen(damages, row['Effect Amount of damage']),
          chosen(phases, row['Phase of flight']),
          chosen(sizes, row['Wildlife Size']),
          chosen(daytimes, row['Time of day']),
          numberIn(row['Cost Total $']),
          numberIn(row['Speed IAS in knots']) ?? null,
        ],
      ),
    );
  },
};

const strikesPerSpeciesTable: SeedTable = {
  number: 18,
  space: 1,
  type: 'agg',
  name: 'Bird strikes per species',
  alias: '',
  createdOn: '2025-03-18 10:07:30',
  fields: [
    field.text('Species', true),
    field.calculation('Strikes'),
    field.calculation('Total cost'),
    field.date('First'),
    field.date('Last'),
  ],
  size: 37,
  async *rows() {
    const groups = groupBy(await strikes(), (row) => row['Wildlife Species']);
    yield [...groups]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([species, rows]): SeedRow => {
        const dates = rows.map((row) => row['Flight Date']).sort();
        const cost = rows.reduce((sum, row) => sum + (numberIn(row['Cost Total $']) ?? 0), 0);
        return [species, rows.length, cost, dates[0], dates.at(-1)];
      });
  },
};

interface Flight {
  delay: number;
  distance: number;
  time: number;
}

/** Numbers the flights: the data give none of them a name. */
function flightName(index: number): string {
  return `Flight ${String(index + 1).padStart(6, '0')}`;
}

const punctuality = optionsOf(['Early', 'On time', 'Late', 'Very late']);

function punctualityOf(delay: number): Json | undefined {
  return chosen(punctuality, delay < -5 ? 'Early' : delay <= 15 ? 'On time' : delay <= 60 ? 'Late' : 'Very late');
}

const flightTable: SeedTable = {
  number: 12,
  space: 1,
  type: 'app',
  name: 'Flights 2001',
  alias: 'flights',
  createdOn: '2025-02-24 16:20:00',
  fields: [
    field.text('Flight', true),
    field.number('Delay (minutes)'),
    field.number('Distance (miles)'),
    field.number('Hour of departure'),
    field.option('Punctuality', punctuality),
  ],
  sorted: [1],
  size: 200_000,
  async *rows() {
    let index = 0;
    for await (const flights of readJsonArray<Flight>(vegaPath('flights-200k.json'))) {
      yield flights.map(({ delay, distance, time }): SeedRow => {
        const name = flightName(index);
        index += 1;
        return [name, delay, distance, Number(time.toFixed(4)), punctualityOf(delay)];
      });
    }
  },
};

/** Upper bounds in miles. */
const distanceBands = [250, 500, 1000, 1500, 2000, 2500, 5000];

const delaysTable: SeedTable = {
  number: 19,
  space: 1,
  type: 'agg',
  name: 'Delays by distance',
  alias: 'delays',
  createdOn: '2025-03-18 10:09:12',
  fields: [
    field.text('Distance', true),
    field.calculation('Flights'),
    field.calculation('Mean delay'),
    field.calculation('Share more than an hour late'),
  ],
  size: distanceBands.length,
  async *rows() {
    const bands = distanceBands.map(() => ({ flights: 0, delay: 0, late: 0 }));
    for await (const flights of readJsonArray<Flight>(vegaPath('flights-200k.json'))) {
      for (const { delay, distance } of flights) {
        const band = bands[distanceBands.findIndex((bound) => distance <= bound)];
        if (!band) continue;
        band.flights += 1;
        band.delay += delay;
        band.late += delay > 60 ? 1 : 0;
      }
    }
    yield bands.map(
      ({ flights, delay, late }, index): SeedRow => [
        `${distanceBands[index - 1] ?? 0}–${distanceBands[index]} miles`,
        flights,
        flights === 0 ? null : Number((delay / flights).toFixed(2)),
        flights === 0 ? null : Number((late / flights).toFixed(4)),
      ],
    );
  },
};

export const machineTables: readonly SeedTable[] = [
  carTable,
  strikeTable,
  strikesPerSpeciesTable,
  flightTable,
  delaysTable,
];
