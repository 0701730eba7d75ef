import { allEntries, readEntries } from './data-files';
import { chosen, field, groupBy, optionsOf, type SeedTable, tableOf } from './define';
import { stateField, stateRelation } from './geography';

const origins = optionsOf(['USA', 'Europe', 'Japan']);
const cylinders = optionsOf(['3', '4', '5', '6', '8']);

interface Car {
  name: string;
  milesPerGallon: number | null;
  cylinders: string;
  displacement: number;
  horsepower: number | null;
  /** In pounds. */
  weight: number;
  acceleration: number;
  /** Its first day. */
  year: string;
  origin: string;
}

const carTable = tableOf({
  number: 2,
  type: 'ext',
  name: 'Cars',
  alias: 'cars',
  createdOn: '2025-01-20 11:02:27',
  size: 406,
  entries: () => readEntries<Car>('cars'),
  columns: [
    [field.text('Name', true), (car) => car.name],
    [field.number('Miles per gallon'), (car) => car.milesPerGallon],
    [field.option('Cylinders', cylinders), (car) => chosen(cylinders, car.cylinders)],
    [field.number('Displacement'), (car) => car.displacement],
    [field.number('Horsepower'), (car) => car.horsepower],
    [field.number('Weight (lbs)'), (car) => car.weight],
    [field.number('Acceleration'), (car) => car.acceleration],
    [field.date('Model year'), (car) => car.year],
    [field.option('Origin', origins), (car) => chosen(origins, car.origin)],
    [field.switch('Roadworthy')],
    [field.user('Keeper')],
    [field.longText('Remarks')],
  ],
});

interface Strike {
  species: string;
  date: string;
  airport: string;
  /** Where the flight began. */
  state: string;
  operator: string;
  aircraft: string;
  damage: string;
  phase: string;
  size: string;
  daytime: string;
  cost?: number;
  speed: number | null;
}

const strikes = allEntries<Strike>('bird-strikes');
const damages = optionsOf(['None', 'Minor', 'Medium', 'Substantial', 'B', 'C']);
const phases = optionsOf(['Parked', 'Taxi', 'Take-off run', 'Climb', 'Descent', 'Approach', 'Landing Roll']);
const sizes = optionsOf(['Small', 'Medium', 'Large']);
const daytimes = optionsOf(['Dawn', 'Day', 'Dusk', 'Night']);

const strikeTable = tableOf({
  number: 4,
  type: 'ext',
  name: 'Bird strikes',
  alias: 'bird_strikes',
  createdOn: '2025-02-17 09:31:04',
  size: 10_000,
  async entries() {
    const relation = await stateRelation();
    return (await strikes()).map((row) => ({ row, state: relation(row.state) }));
  },
  columns: [
    [field.text('Species', true), ({ row }) => row.species],
    [field.date('Flight date'), ({ row }) => row.date],
    [field.text('Airport'), ({ row }) => row.airport],
    [stateField('State'), ({ state }) => state],
    [field.text('Operator'), ({ row }) => row.operator],
    [field.text('Aircraft'), ({ row }) => row.aircraft],
    [field.option('Damage', damages), ({ row }) => chosen(damages, row.damage)],
    [field.option('Phase of flight', phases), ({ row }) => chosen(phases, row.phase)],
    [field.option('Size of the animal', sizes), ({ row }) => chosen(sizes, row.size)],
    [field.option('Time of day', daytimes), ({ row }) => chosen(daytimes, row.daytime)],
    [field.money('Total cost'), ({ row }) => row.cost],
    [field.number('Speed (knots)'), ({ row }) => row.speed],
    [field.switch('Settled')],
  ],
});

const strikesPerSpeciesTable = tableOf({
  number: 18,
  type: 'agg',
  name: 'Bird strikes per species',
  alias: '',
  createdOn: '2025-03-18 10:07:30',
  size: 37,
  async entries() {
    const groups = [...groupBy(await strikes(), (row) => row.species)];
    return groups
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([species, rows]) => ({ species, rows, dates: rows.map((row) => row.date).sort() }));
  },
  columns: [
    [field.text('Species', true), ({ species }) => species],
    [field.calculation('Strikes'), ({ rows }) => rows.length],
    [field.calculation('Total cost'), ({ rows }) => rows.reduce((sum, row) => sum + (row.cost ?? 0), 0)],
    [field.date('First'), ({ dates }) => dates[0]],
    [field.date('Last'), ({ dates }) => dates.at(-1)],
  ],
});

interface Flight {
  delay: number;
  distance: number;
  time: number;
}

const flights = () => readEntries<Flight>('flights');
const punctuality = optionsOf(['Early', 'On time', 'Late', 'Very late']);

function punctualityOf(delay: number): string {
  return delay < -5 ? 'Early' : delay <= 15 ? 'On time' : delay <= 60 ? 'Late' : 'Very late';
}

const flightTable = tableOf({
  number: 12,
  type: 'app',
  name: 'Flights 2001',
  alias: 'flights',
  createdOn: '2025-02-24 16:20:00',
  sorted: [1],
  size: 200_000,
  entries: flights,
  columns: [
    // Numbered: the data give none of them a name.
    [field.text('Flight', true), (_flight, index) => `Flight ${String(index + 1).padStart(6, '0')}`],
    [field.number('Delay (minutes)'), ({ delay }) => delay],
    [field.number('Distance (miles)'), ({ distance }) => distance],
    [field.number('Hour of departure'), ({ time }) => time],
    [field.option('Punctuality', punctuality), ({ delay }) => chosen(punctuality, punctualityOf(delay))],
  ],
});

/** Upper bounds in miles. */
const distanceBands = [250, 500, 1000, 1500, 2000, 2500, 5000];

const delaysTable = tableOf({
  number: 19,
  type: 'agg',
  name: 'Delays by distance',
  alias: 'delays',
  createdOn: '2025-03-18 10:09:12',
  size: distanceBands.length,
  async entries() {
    const bands = distanceBands.map(() => ({ flights: 0, delay: 0, late: 0 }));
    for await (const piece of flights()) {
      for (const { delay, distance } of piece) {
        const band = bands[distanceBands.findIndex((bound) => distance <= bound)];
        if (!band) continue;
        band.flights += 1;
        band.delay += delay;
        band.late += delay > 60 ? 1 : 0;
      }
    }
    return bands;
  },
  columns: [
    [field.text('Distance', true), (_band, index) => `${distanceBands[index - 1] ?? 0}–${distanceBands[index]} miles`],
    [field.calculation('Flights'), (band) => band.flights],
    [field.calculation('Mean delay'), (band) => share(band.delay, band.flights, 2)],
    [field.calculation('Share more than an hour late'), (band) => share(band.late, band.flights, 4)],
  ],
});

function share(part: number, whole: number, digits: number): number | null {
  return whole === 0 ? null : Number((part / whole).toFixed(digits));
}

export const machineTables: readonly SeedTable[] = [
  carTable,
  strikeTable,
  strikesPerSpeciesTable,
  flightTable,
  delaysTable,
];
