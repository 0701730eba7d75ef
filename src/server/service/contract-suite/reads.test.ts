import { describeAnyBase } from './any-base';
import { describePhpReads } from './public-clients';
import { describeReads } from './reads';
import { openTarget } from './target';

const target = openTarget();

// First, as they count what the data sets hold; those of PHP write nothing.
describePhpReads(target);
describeReads(target);
describeAnyBase(target);
