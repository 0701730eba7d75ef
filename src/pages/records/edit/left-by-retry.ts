import { closeToast } from '../../../ui/overlay/toast';

/** Takes back what was said of rows that a job brought here and of those that it left out: it is about the rows, and lies above whatever is opened over them. */
export function forgetLeftByRetry(): void {
  closeToast('unfit-left');
  closeToast('rows-left');
}
