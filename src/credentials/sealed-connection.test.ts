import { expect, test } from 'vitest';
import { endSealingKey, seal, unseal } from './sealed-connection';

test('a seal opens for its purpose alone, until its key is ended', async () => {
  const [prod, lab] = [await seal('key of prod', 'prod'), await seal('key of lab', 'lab')];
  expect(prod).not.toContain('key of prod');
  expect(await unseal(prod, 'prod')).toBe('key of prod');
  await expect(unseal(prod, 'lab')).rejects.toThrow();

  await endSealingKey('prod');
  await expect(unseal(prod, 'prod')).rejects.toThrow();
  expect(await unseal(lab, 'lab')).toBe('key of lab');
  expect(await unseal(await seal('another', 'prod'), 'prod')).toBe('another');
});
