import { describeCredentials } from './credentials';
import { describeDrills } from './drills';
import { describeFiles } from './files';
import { openTarget } from './target';

/* What depends on time: links, credentials, and tables that apply updates late. */
const target = openTarget();

describeFiles(target);
describeCredentials(target);
// The clock goes far ahead in it.
describeDrills(target);
