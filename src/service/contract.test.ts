import { afterAll, beforeAll } from 'vitest';
import { describeAnyBase } from './contract-suite/any-base';
import { describeCredentials } from './contract-suite/credentials';
import { describeDrills } from './contract-suite/drills';
import { describeFiles } from './contract-suite/files';
import { describePublicClients } from './contract-suite/public-clients';
import { describeReads } from './contract-suite/reads';
import { Target } from './contract-suite/target';
import { describeUpdates } from './contract-suite/updates';

/*
 * The one suite of the contract, section by section. By itself it runs against the service in memory; with `BASE_URL` and `API_KEY` against any base
 * (see contract-suite/target.ts for what else can be given).
 */
const target = new Target();

beforeAll(() => target.open(), 60_000);
afterAll(() => target.close(), 30_000);

// Reads first: they count what the data sets hold before anything is written.
describeReads(target);
describeAnyBase(target);
describeUpdates(target);
describePublicClients(target);
describeFiles(target);
describeCredentials(target);
// The clock goes far ahead in it.
describeDrills(target);
