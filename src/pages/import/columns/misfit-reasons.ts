import type { MisfitReason } from '../../../transfer/in/mapping/fit';

/** Text key, below `reason` of the columns' texts, of why a text does not fit. */
export const reasonKeys = {
  'not-a-number': 'not_a_number',
  'not-exact': 'not_exact',
  'not-a-date': 'not_a_date',
  'no-time-here': 'no_time_here',
  'has-offset': 'has_offset',
  'not-a-switch': 'not_a_switch',
  'unknown-name': 'unknown_name',
  'several-named': 'several_named',
  'only-one': 'only_one',
  'not-file-ids': 'not_file_ids',
  'not-json': 'not_json',
  'kind-would-change': 'kind_would_change',
  'not-an-id': 'not_an_id',
} as const satisfies Record<MisfitReason, string>;
