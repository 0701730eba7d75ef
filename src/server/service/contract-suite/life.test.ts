import { describeCredentials } from './credentials';
import { describeDrills } from './drills';
import { describeFiles } from './files';
import { openTarget } from './target';

/* What goes by the clock: links, credentials, and tables that apply late. */
const target = openTarget();

describeFiles(target);
describeCredentials(target);
// The clock goes far ahead in it.
describeDrills(target);
