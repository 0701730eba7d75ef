import { authorizationHeader, authorizationValue } from '../../contract/calls';
import { formatJson } from '../../contract/json';
import { operations } from '../../contract/operations';
import { openDatabase } from '../database/database';
import { createService } from './service';

/*
 * The process that the durability tests kill: sends the batches from one number to another to a service of its own, one call after the other, and prints
 * each as soon as it was accepted; one that was not is not sent again. Arguments: folder or address of the database, table, field, first batch, last batch, items in a batch.
 */
const [place = '', tableId = '', fieldId = '', first = '', last = '', items = ''] = process.argv.slice(2);

const database = await openDatabase({ dataDir: place, databaseUrl: place.startsWith('postgres:') ? place : undefined });
const service = await createService({
  database,
  clock: Date.now,
  deliver: async () => true,
  callbackAddress: () => 'test:',
  seed: 'small',
});
await service.start();
for (let batch = Number(first); batch <= Number(last); batch += 1) {
  const body = operations.updateRecords.encode({
    table_id: tableId,
    update_type: 'upsert',
    items: Array.from({ length: Number(items) }, (_, index) => ({
      item_id: null,
      fields: { [fieldId]: `batch ${batch} item ${index}` },
    })),
  });
  const response = await service.fetch(
    new Request(`http://service.test${operations.updateRecords.path}`, {
      method: operations.updateRecords.method,
      headers: { [authorizationHeader]: authorizationValue(service.demo.apiKey) },
      body: formatJson(body),
    }),
  );
  const { code } = (await response.json()) as { code: number };
  if (code === 0) process.stdout.write(`accepted ${batch}\n`);
  else await new Promise((resolve) => setTimeout(resolve, 100));
}
