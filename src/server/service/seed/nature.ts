import type { JsonObject } from '../../../contract/json';
import { timeText } from '../clock';
import { readCsv, readJson, vegaPath } from './data-files';
import { chosen, field, groupBy, numberIn, once, optionsOf, place, type SeedTable, tableOf } from './define';
import { penguinPhoto } from './demo-files';

/** Four years of Seattle, day by day. */
const weatherDays = once(() => readCsv(vegaPath('seattle-weather.csv')));
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
    [field.number('Precipitation (mm)'), (day) => Number(day.precipitation)],
    [field.number('Highest temperature (°C)'), (day) => Number(day.temp_max)],
    [field.number('Lowest temperature (°C)'), (day) => Number(day.temp_min)],
    [field.number('Wind (m/s)'), (day) => Number(day.wind)],
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
    const months = groupBy(await weatherDays(), ({ date }) => (date ?? '').slice(0, 7));
    return [...months].map(([month, days]) => ({
      month,
      days: days.length,
      sum: (key: string) => days.reduce((total, day) => total + Number(day[key]), 0),
      strongestWind: Math.max(...days.map(({ wind }) => Number(wind))),
      weathers: [...groupBy(days, ({ weather }) => weather ?? '')].sort(([, a], [, b]) => b.length - a.length),
    }));
  },
  columns: [
    [field.text('Month', true), ({ month }) => month],
    [field.calculation('Days'), ({ days }) => days],
    [field.calculation('Precipitation (mm)'), ({ sum }) => Number(sum('precipitation').toFixed(1))],
    [
      field.calculation('Mean of the highest temperatures (°C)'),
      ({ sum, days }) => Number((sum('temp_max') / days).toFixed(2)),
    ],
    [field.calculation('Strongest wind (m/s)'), ({ strongestWind }) => strongestWind],
    [field.option('Most often', weathers), (month) => chosen(weathers, month.weathers[0]?.[0])],
  ],
});

const species = optionsOf(['Adelie', 'Chinstrap', 'Gentoo']);
const islands = optionsOf(['Biscoe', 'Dream', 'Torgersen']);
const sexes = optionsOf(['FEMALE', 'MALE']);

const penguinTable = tableOf({
  number: 13,
  type: 'app',
  name: 'Penguins',
  alias: 'penguins',
  createdOn: '2025-02-24 16:22:41',
  size: 344,
  entries: () => readJson<JsonObject[]>(vegaPath('penguins.json')),
  columns: [
    [field.text('Penguin', true), (penguin, index) => `${penguin.Species} ${index + 1}`],
    [field.option('Species', species), (penguin) => chosen(species, penguin.Species)],
    [field.option('Island', islands), (penguin) => chosen(islands, penguin.Island)],
    [field.number('Beak length (mm)'), (penguin) => penguin['Beak Length (mm)']],
    [field.number('Beak depth (mm)'), (penguin) => penguin['Beak Depth (mm)']],
    [field.number('Flipper length (mm)'), (penguin) => penguin['Flipper Length (mm)']],
    [field.number('Body mass (g)'), (penguin) => penguin['Body Mass (g)']],
    [field.option('Sex', sexes), (penguin) => chosen(sexes, penguin.Sex)],
    [field.image('Photo'), (penguin) => [penguinPhoto(String(penguin.Species))].flatMap((id) => id ?? [])],
  ],
});

interface Earthquakes {
  features: {
    properties: JsonObject & { place: string; time: number };
    geometry: { coordinates: [number, number, number] };
  }[];
}

const quakeTypes = optionsOf(['earthquake', 'explosion', 'quarry blast']);
const quakeStates = optionsOf(['automatic', 'reviewed']);

const quakeTable = tableOf({
  number: 14,
  type: 'app',
  name: 'Earthquakes',
  alias: 'earthquakes',
  createdOn: '2025-02-24 16:31:08',
  size: 1703,
  async entries() {
    const { features } = await readJson<Earthquakes>(vegaPath('earthquakes.json'));
    return features.map(({ properties, geometry }) => ({ ...geometry, properties }));
  },
  columns: [
    [field.text('Title', true), ({ properties }) => properties.title],
    [field.number('Magnitude'), ({ properties }) => properties.mag],
    [field.dateTime('Time'), ({ properties }) => timeText(properties.time)],
    [
      field.location('Position'),
      ({ coordinates, properties }) => place(properties.place, coordinates[1], coordinates[0]),
    ],
    [field.number('Depth (km)'), ({ coordinates }) => coordinates[2]],
    [field.option('Kind', quakeTypes), ({ properties }) => chosen(quakeTypes, properties.type)],
    [field.option('State', quakeStates), ({ properties }) => chosen(quakeStates, properties.status)],
    [field.number('Felt by'), ({ properties }) => properties.felt],
    [field.switch('Tsunami'), ({ properties }) => properties.tsunami === 1],
    [field.text('Page'), ({ properties }) => properties.url],
  ],
});

const carbonTable = tableOf({
  number: 20,
  space: 2,
  type: 'ext',
  name: 'CO₂ at Mauna Loa',
  alias: 'co2',
  createdOn: '2025-04-02 13:15:00',
  size: 741,
  entries: () => readCsv(vegaPath('co2-concentration.csv')),
  columns: [
    [field.text('Month', true), (month) => month.Date?.slice(0, 7)],
    [field.date('Date'), (month) => month.Date],
    [field.number('CO₂ (ppm)'), (month) => Number(month.CO2)],
    [field.number('Seasonally adjusted (ppm)'), (month) => numberIn(month['adjusted CO2'])],
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
  entries: () => readCsv(vegaPath('global-temp.csv')),
  columns: [
    [field.text('Year', true), ({ year }) => year],
    [field.number('Difference (°C)'), ({ temp }) => Number(temp)],
  ],
});

const lifeTable = tableOf({
  number: 22,
  space: 2,
  type: 'app',
  name: 'Life expectancy',
  alias: 'life_expectancy',
  createdOn: '2025-04-02 13:24:09',
  size: 693,
  entries: () => readJson<JsonObject[]>(vegaPath('gapminder.json')),
  columns: [
    [field.text('Country and year', true), ({ country, year }) => `${country} ${year}`],
    [field.text('Country'), ({ country }) => country],
    [field.number('Year'), ({ year }) => year],
    [field.number('Population'), ({ pop }) => pop],
    [field.number('Life expectancy'), ({ life_expect }) => life_expect],
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
