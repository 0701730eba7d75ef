import { timeText } from '../clock';
import {
  chosen,
  field,
  groupBy,
  inPieces,
  numberIn,
  once,
  optionsOf,
  place,
  type SeedRow,
  type SeedTable,
} from './define';
import { penguinPhoto } from './demo-files';
import { readCsv, readJson, vegaPath } from './source';

export interface WeatherDay {
  date: string;
  precipitation: number;
  temp_max: number;
  temp_min: number;
  wind: number;
  weather: string;
}

/** Four years of Seattle, day by day. */
const weatherDays = once(async () =>
  (await readCsv(vegaPath('seattle-weather.csv'))).map(
    (row): WeatherDay => ({
      date: row.date ?? '',
      precipitation: Number(row.precipitation),
      temp_max: Number(row.temp_max),
      temp_min: Number(row.temp_min),
      wind: Number(row.wind),
      weather: row.weather ?? '',
    }),
  ),
);

const weathers = optionsOf(['sun', 'rain', 'drizzle', 'fog', 'snow']);

const weatherTable: SeedTable = {
  number: 9,
  space: 1,
  type: 'sync',
  name: 'Seattle weather',
  alias: 'weather',
  createdOn: '2025-02-10 07:55:12',
  fields: [
    field.date('Day'),
    field.option('Weather', weathers),
    field.number('Precipitation (mm)'),
    field.number('Highest temperature (°C)'),
    field.number('Lowest temperature (°C)'),
    field.number('Wind (m/s)'),
  ],
  size: 1461,
  async *rows() {
    yield* inPieces(
      (await weatherDays()).map(
        ({ date, weather, precipitation, temp_max, temp_min, wind }): SeedRow => [
          date,
          chosen(weathers, weather),
          precipitation,
          temp_max,
          temp_min,
          wind,
        ],
      ),
    );
  },
};

const weatherPerMonthTable: SeedTable = {
  number: 17,
  space: 1,
  type: 'agg',
  name: 'Weather per month',
  alias: 'weather_months',
  createdOn: '2025-03-18 10:06:40',
  fields: [
    field.text('Month', true),
    field.calculation('Days'),
    field.calculation('Precipitation (mm)'),
    field.calculation('Mean of the highest temperatures (°C)'),
    field.calculation('Strongest wind (m/s)'),
    field.option('Most often', weathers),
  ],
  size: 48,
  async *rows() {
    const groups = groupBy(await weatherDays(), ({ date }) => date.slice(0, 7));
    yield [...groups].map(([month, days]): SeedRow => {
      const sum = (key: 'precipitation' | 'temp_max') => days.reduce((total, day) => total + day[key], 0);
      const kinds = [...groupBy(days, ({ weather }) => weather)].sort(([, a], [, b]) => b.length - a.length);
      return [
        month,
        days.length,
        Number(sum('precipitation').toFixed(1)),
        Number((sum('temp_max') / days.length).toFixed(2)),
        Math.max(...days.map(({ wind }) => wind)),
        chosen(weathers, kinds[0]?.[0]),
      ];
    });
  },
};

interface Penguin {
  Species: string;
  Island: string;
  'Beak Length (mm)': number | null;
  'Beak Depth (mm)': number | null;
  'Flipper Length (mm)': number | null;
  'Body Mass (g)': number | null;
  Sex: string | null;
}

const species = optionsOf(['Adelie', 'Chinstrap', 'Gentoo']);
const islands = optionsOf(['Biscoe', 'Dream', 'Torgersen']);
const sexes = optionsOf(['FEMALE', 'MALE']);

const penguinTable: SeedTable = {
  number: 13,
  space: 1,
  type: 'app',
  name: 'Penguins',
  alias: 'penguins',
  createdOn: '2025-02-24 16:22:41',
  fields: [
    field.text('Penguin', true),
    field.option('Species', species),
    field.option('Island', islands),
    field.number('Beak length (mm)'),
    field.number('Beak depth (mm)'),
    field.number('Flipper length (mm)'),
    field.number('Body mass (g)'),
    field.option('Sex', sexes),
    field.image('Photo'),
  ],
  size: 344,
  async *rows() {
    const penguins = await readJson<Penguin[]>(vegaPath('penguins.json'));
    yield penguins.map(
      (penguin, index): SeedRow => [
        `${penguin.Species} ${index + 1}`,
        chosen(species, penguin.Species),
        chosen(islands, penguin.Island),
        penguin['Beak Length (mm)'],
        penguin['Beak Depth (mm)'],
        penguin['Flipper Length (mm)'],
        penguin['Body Mass (g)'],
        chosen(sexes, penguin.Sex),
        [penguinPhoto(penguin.Species)].flatMap((id) => id ?? []),
      ],
    );
  },
};

interface Earthquakes {
  features: {
    id: string;
    properties: {
      mag: number | null;
      place: string;
      time: number;
      url: string;
      felt: number | null;
      tsunami: number;
      type: string;
      alert: string | null;
      status: string;
      title: string;
    };
    geometry: { coordinates: [number, number, number] };
  }[];
}

const quakeTypes = optionsOf(['earthquake', 'explosion', 'quarry blast']);
const quakeStates = optionsOf(['automatic', 'reviewed']);

const quakeTable: SeedTable = {
  number: 14,
  space: 1,
  type: 'app',
  name: 'Earthquakes',
  alias: 'earthquakes',
  createdOn: '2025-02-24 16:31:08',
  fields: [
    field.text('Title', true),
    field.number('Magnitude'),
    field.dateTime('Time'),
    field.location('Position'),
    field.number('Depth (km)'),
    field.option('Kind', quakeTypes),
    field.option('State', quakeStates),
    field.number('Felt by'),
    field.switch('Tsunami'),
    field.text('Page'),
  ],
  size: 1703,
  async *rows() {
    const { features } = await readJson<Earthquakes>(vegaPath('earthquakes.json'));
    yield* inPieces(
      features.map(
        ({ properties, geometry: { coordinates } }): SeedRow => [
          properties.title,
          properties.mag,
          timeText(properties.time),
          place(properties.place, coordinates[1], coordinates[0]),
          coordinates[2],
          chosen(quakeTypes, properties.type),
          chosen(quakeStates, properties.status),
          properties.felt,
          properties.tsunami === 1,
          properties.url,
        ],
      ),
    );
  },
};

/** Monthly carbon dioxide at Mauna Loa: parts per million, by `YYYY-MM-DD`. */
const carbonDioxide = once(async () =>
  (await readCsv(vegaPath('co2-concentration.csv'))).map((row) => ({
    date: row.Date ?? '',
    co2: Number(row.CO2),
    adjusted: numberIn(row['adjusted CO2']),
  })),
);

const carbonTable: SeedTable = {
  number: 20,
  space: 2,
  type: 'ext',
  name: 'CO₂ at Mauna Loa',
  alias: 'co2',
  createdOn: '2025-04-02 13:15:00',
  fields: [
    field.text('Month', true),
    field.date('Date'),
    field.number('CO₂ (ppm)'),
    field.number('Seasonally adjusted (ppm)'),
  ],
  size: 741,
  async *rows() {
    yield (await carbonDioxide()).map(({ date, co2, adjusted }): SeedRow => [date.slice(0, 7), date, co2, adjusted]);
  },
};

/** Global land and ocean temperature: difference to the mean in °C, by year. */
const globalTemperature = once(async () =>
  (await readCsv(vegaPath('global-temp.csv'))).map((row) => ({ year: row.year ?? '', difference: Number(row.temp) })),
);

const temperatureTable: SeedTable = {
  number: 21,
  space: 2,
  type: 'sync',
  name: 'Global temperature',
  alias: 'temperature',
  createdOn: '2025-04-02 13:20:31',
  fields: [field.text('Year', true), field.number('Difference (°C)')],
  size: 144,
  async *rows() {
    yield (await globalTemperature()).map(({ year, difference }): SeedRow => [year, difference]);
  },
};

interface CountryYear {
  year: number;
  country: string;
  pop: number;
  life_expect: number;
  fertility: number;
}

const lifeTable: SeedTable = {
  number: 22,
  space: 2,
  type: 'app',
  name: 'Life expectancy',
  alias: 'life_expectancy',
  createdOn: '2025-04-02 13:24:09',
  fields: [
    field.text('Country and year', true),
    field.text('Country'),
    field.number('Year'),
    field.number('Population'),
    field.number('Life expectancy'),
    field.number('Children per woman'),
  ],
  size: 693,
  async *rows() {
    const rows = await readJson<CountryYear[]>(vegaPath('gapminder.json'));
    yield rows.map(
      ({ year, country, pop, life_expect, fertility }): SeedRow => [
        `${country} ${year}`,
        country,
        year,
        pop,
        life_expect,
        fertility,
      ],
    );
  },
};

export const natureTables: readonly SeedTable[] = [
  weatherTable,
  weatherPerMonthTable,
  penguinTable,
  quakeTable,
  carbonTable,
  temperatureTable,
  lifeTable,
];
