import type { JsonObject } from '../contract/json';
import type { DwRecord } from '../contract/records';
import type { TableConfig } from '../contract/tables';

/** A record that was read with nothing but its id and its fields. */
export function record(item_id: string, fields: JsonObject): DwRecord {
  return { item_id, title: null, created_on: null, created_by: null, updated_on: null, updated_by: null, fields };
}

/** A table with a field of text, one of numbers and one of options. */
export const config: TableConfig = {
  table_id: '21',
  name: 'cities',
  fields: [
    { field_id: 'name', name: 'Name', field_type: 'text', required: false, config: {} },
    { field_id: 'size', name: 'Size', field_type: 'number', required: false, config: {} },
    {
      field_id: 'segment',
      name: 'Segment',
      field_type: 'category',
      required: false,
      config: {
        options: [
          { id: '91', name: 'Flagship', color: null },
          { id: '92', name: 'Outlet', color: null },
        ],
      },
    },
  ],
};
