import { describeFuzz } from './test-fuzz';

describeFuzz({ lists: 2000, updates: 1000 });
