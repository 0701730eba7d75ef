import { describeFuzz } from './test-fuzz';

describeFuzz({ lists: 100, updates: 100 });
