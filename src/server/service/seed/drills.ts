import { drillTables } from '../drills/drills';
import { chosen, field, inPieces, optionsOf, person, type SeedRow, type SeedTable } from './define';

/** Number of the workspace *Failure drills*. */
export const drillSpace = 3;
const rows = 300;

const states = optionsOf(['open', 'in work', 'done']);
const things = ['Lantern', 'Compass', 'Anchor', 'Rope', 'Barrel', 'Sextant', 'Sail', 'Oar', 'Bell', 'Chart'];
const places = ['forward', 'aft', 'port side', 'starboard', 'below deck', 'ashore'];

/** The stores of a ship: a code of its own in each row, which is a key to match by. */
function rowOf(index: number): SeedRow {
  const thing = things[index % things.length] ?? '';
  const place = places[(index * 7) % places.length] ?? '';
  const day = String(1 + (index % 28)).padStart(2, '0');
  return [
    `${thing} ${Math.floor(index / things.length) + 1}`,
    `S-${String(index + 1).padStart(4, '0')}`,
    ((index * 37) % 200) + 1,
    chosen(states, states[index % states.length]?.name),
    `2025-0${1 + (index % 9)}-${day}`,
    index % 5 === 0 ? null : `Stowed ${place}`,
    person(([4, 5, 6] as const)[index % 3] ?? 4),
  ];
}

/** One table for each way to fail, all with the same rows. */
export const drillSeedTables: readonly SeedTable[] = drillTables.map(({ number, name, alias }) => ({
  number,
  space: drillSpace,
  type: 'ext',
  name,
  alias,
  createdOn: '2025-05-05 06:30:00',
  fields: [
    field.text('Name', true),
    field.text('Code', true),
    field.number('Amount'),
    field.option('State', states),
    field.date('Checked on'),
    field.longText('Note'),
    field.user('Keeper'),
  ],
  size: rows,
  rows: () => inPieces(Array.from({ length: rows }, (_, index) => rowOf(index))),
}));
