import { describeAnyBase } from './any-base';
import { describePhpReads } from './public-clients';
import { describeReads } from './reads';
import { openTarget } from './target';

const target = openTarget();

// First, as they count what the data sets hold.
describeReads(target);
describePhpReads(target);
describeAnyBase(target);
