import { formatJson, type Json } from '../../contract/json';
import type { ExportPlan } from './export-plan';
import type { ExportState } from './export-state';

/** What a file is, for whoever finds it later: where it came from, when, whether it is whole, and every request that it was read by. No key, no link. */
export function manifestOf(plan: ExportPlan, state: ExportState): string {
  const { client, query, rows, columns, headers, format } = plan;
  const manifest: Json = {
    file: state.fileName,
    format,
    environment: client.environment.name,
    table_id: query.table_id,
    table_name: plan.tableName,
    rows_taken: rows.scope,
    filter: query.filter,
    order: state.order && { field_id: state.order.field_id, type: state.order.type },
    columns: columns.map(({ id, name, kind }, index) => ({
      header: headers[index] as string,
      field_id: id,
      name,
      kind,
    })),
    option_people_relation_cells:
      format === 'csv' || format === 'xlsx' ? plan.references : 'as the service sent them, without links',
    formulas:
      format === 'csv'
        ? 'a text that a spreadsheet would run begins with an apostrophe more than it has; import takes it away'
        : 'none',
    began: time(state.beganAt),
    ended: time(state.endedAt),
    complete: state.complete,
    rows: state.rows,
    cells_cut: state.cut,
    requests: state.requests,
    doubles_removed: state.doubled,
    changes_of_the_table_noticed: state.drifted,
    trace_ids: [...state.traceIds],
  };
  return `${formatJson(manifest, 2)}\n`;
}

export function manifestName(fileName: string): string {
  return `${fileName}.manifest.json`;
}

function time(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
