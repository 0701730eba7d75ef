import { describeAnyBase } from './any-base';
import { describeReads } from './reads';
import { openTarget } from './target';

const target = openTarget();

// First, as they count what the data sets hold.
describeReads(target);
describeAnyBase(target);
