import { allEntries, readEntries } from './data-files';
import { chosen, field, groupBy, optionsOf, place, type SeedTable, tableOf } from './define';
import { penguinPhoto } from './demo-files';

interface Day {
  date: string;
  weather: string;
  /** In millimetres. */
  precipitation: number;
  /** In °C. */
  highest: number;
  lowest: number;
  /** In metres a second. */
  wind: number;
}

/** Four years of Seattle, day by day. */
const weatherDays = allEntries<Day>('weather');
const weathers = optionsOf(['sun', 'rain', 'drizzle', 'fog', 'snow']);

const weatherTable = tableOf({
  number: 9,
  type: 'sync',
  name: 'Seattle weather',
  alias: 'weather',
  createdOn: '2025-02-10 07:55:12',
  size: 1461,
  entries: weatherDays,
  columns: [
    [field.date('Day'), (day) => day.date],
    [field.option('Weather', weathers), (day) => chosen(weathers, day.weather)],
    [field.number('Precipitation (mm)'), (day) => day.precipitation],
    [field.number('Highest temperature (°C)'), (day) => day.highest],
    [field.number('Lowest temperature (°C)'), (day) => day.lowest],
    [field.number('Wind (m/s)'), (day) => day.wind],
  ],
});

const weatherPerMonthTable = tableOf({
  number: 17,
  type: 'agg',
  name: 'Weather per month',
  alias: 'weather_months',
  createdOn: '2025-03-18 10:06:40',
  size: 48,
  async entries() {
    const months = groupBy(await weatherDays(), ({ date }) => date.slice(0, 7));
    return [...months].map(([month, days]) => ({
      month,
      days: days.length,
      sum: (key: 'precipitation' | 'highest') => days.reduce((total, day) => total + day[key], 0),
      strongestWind: Math.max(...days.map(({ wind }) => wind)),
      weathers: [...groupBy(days, ({ weather }) => weather)].sort(([, a], [, b]) => b.length - a.length),
    }));
  },
  columns: [
    [field.text('Month', true), ({ month }) => month],
    [field.calculation('Days'), ({ days }) => days],
    [field.calculation('Precipitation (mm)'), ({ sum }) => Number(sum('precipitation').toFixed(1))],
    [
      field.calculation('Mean of the highest temperatures (°C)'),
      ({ sum, days }) => Number((sum('highest') / days).toFixed(2)),
    ],
    [field.calculation('Strongest wind (m/s)'), ({ strongestWind }) => strongestWind],
    [field.option('Most often', weathers), (month) => chosen(weathers, month.weathers[0]?.[0])],
  ],
});

const species = optionsOf(['Adelie', 'Chinstrap', 'Gentoo']);
const islands = optionsOf(['Biscoe', 'Dream', 'Torgersen']);
const sexes = optionsOf(['FEMALE', 'MALE']);

interface Penguin {
  species: string;
  island: string;
  /** In millimetres. */
  beakLength: number | null;
  beakDepth: number | null;
  flipperLength: number | null;
  /** In grams. */
  bodyMass: number | null;
  sex: string | null;
}

const penguinTable = tableOf({
  number: 13,
  type: 'app',
  name: 'Penguins',
  alias: 'penguins',
  createdOn: '2025-02-24 16:22:41',
  size: 344,
  entries: () => readEntries<Penguin>('penguins'),
  columns: [
    [field.text('Penguin', true), (penguin, index) => `${penguin.species} ${index + 1}`],
    [field.option('Species', species), (penguin) => chosen(species, penguin.species)],
    [field.option('Island', islands), (penguin) => chosen(islands, penguin.island)],
    [field.number('Beak length (mm)'), (penguin) => penguin.beakLength],
    [field.number('Beak depth (mm)'), (penguin) => penguin.beakDepth],
    [field.number('Flipper length (mm)'), (penguin) => penguin.flipperLength],
    [field.number('Body mass (g)'), (penguin) => penguin.bodyMass],
    [field.option('Sex', sexes), (penguin) => chosen(sexes, penguin.sex)],
    [field.image('Photo'), (penguin) => [penguinPhoto(penguin.species)].flatMap((id) => id ?? [])],
  ],
});

interface Earthquake {
  title: string;
  magnitude: number | null;
  time: string;
  place: string;
  latitude: number;
  longitude: number;
  /** In kilometres. */
  depth: number;
  kind: string;
  state: string;
  felt: number | null;
  tsunami: boolean;
  page: string;
}

const quakeTypes = optionsOf(['earthquake', 'explosion', 'quarry blast']);
const quakeStates = optionsOf(['automatic', 'reviewed']);

const quakeTable = tableOf({
  number: 14,
  type: 'app',
  name: 'Earthquakes',
  alias: 'earthquakes',
  createdOn: '2025-02-24 16:31:08',
  size: 1707,
  entries: () => readEntries<Earthquake>('earthquakes'),
  columns: [
    [field.text('Title', true), ({ title }) => title],
    [field.number('Magnitude'), ({ magnitude }) => magnitude],
    [field.dateTime('Time'), ({ time }) => time],
    [field.location('Position'), (quake) => place(quake.place, quake.latitude, quake.longitude)],
    [field.number('Depth (km)'), ({ depth }) => depth],
    [field.option('Kind', quakeTypes), ({ kind }) => chosen(quakeTypes, kind)],
    [field.option('State', quakeStates), ({ state }) => chosen(quakeStates, state)],
    [field.number('Felt by'), ({ felt }) => felt],
    [field.switch('Tsunami'), ({ tsunami }) => tsunami],
    [field.text('Page'), ({ page }) => page],
  ],
});

interface CarbonMonth {
  /** The first of the month. */
  date: string;
  ppm: number;
  adjusted?: number;
}

const carbonTable = tableOf({
  number: 20,
  space: 2,
  type: 'ext',
  name: 'CO₂ at Mauna Loa',
  alias: 'co2',
  createdOn: '2025-04-02 13:15:00',
  size: 741,
  entries: () => readEntries<CarbonMonth>('carbon-dioxide'),
  columns: [
    [field.text('Month', true), ({ date }) => date.slice(0, 7)],
    [field.date('Date'), ({ date }) => date],
    [field.number('CO₂ (ppm)'), ({ ppm }) => ppm],
    [field.number('Seasonally adjusted (ppm)'), ({ adjusted }) => adjusted],
  ],
});

const temperatureTable = tableOf({
  number: 21,
  space: 2,
  type: 'sync',
  name: 'Global temperature',
  alias: 'temperature',
  createdOn: '2025-04-02 13:20:31',
  size: 144,
  entries: () => readEntries<{ year: string; difference: number }>('temperature'),
  columns: [
    [field.text('Year', true), ({ year }) => year],
    [field.number('Difference (°C)'), ({ difference }) => difference],
  ],
});

interface Life {
  country: string;
  year: number;
  population: number;
  /** In years. */
  lifeExpectancy: number;
  /** Children per woman. */
  fertility: number;
}

const lifeTable = tableOf({
  number: 22,
  space: 2,
  type: 'app',
  name: 'Life expectancy',
  alias: 'life_expectancy',
  createdOn: '2025-04-02 13:24:09',
  size: 682,
  entries: () => readEntries<Life>('life-expectancy'),
  columns: [
    [field.text('Country and year', true), ({ country, year }) => `${country} ${year}`],
    [field.text('Country'), ({ country }) => country],
    [field.number('Year'), ({ year }) => year],
    [field.number('Population'), ({ population }) => population],
    [field.number('Life expectancy'), ({ lifeExpectancy }) => lifeExpectancy],
    [field.number('Children per woman'), ({ fertility }) => fertility],
  ],
});

export const natureTables: readonly SeedTable[] = [
  weatherTable,
  weatherPerMonthTable,
  penguinTable,
  quakeTable,
  carbonTable,
  temperatureTable,
  lifeTable,
];
