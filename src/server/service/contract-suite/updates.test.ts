import { describeDeletes } from './deletes';
import { describePublicClients } from './public-clients';
import { openTarget } from './target';
import { describeUpdates } from './updates';

const target = openTarget();

describeUpdates(target);
describePublicClients(target);
describeDeletes(target);
