import { later } from '../../ui/later';
import type { ChosenColumns } from './use-chosen-columns';

const DescribeDialog = later(async () => (await import('./describe-dialog')).DescribeDialog);

interface ColumnDialogsProps {
  chosen: ChosenColumns;
  /** The focus goes on from here. */
  onClosed(): void;
}

/** The dialog about columns that is open. */
export function ColumnDialogs({ chosen, onClosed }: ColumnDialogsProps) {
  const { dialog, onDialog } = chosen;
  const close = () => {
    onDialog(null);
    onClosed();
  };
  if (dialog === null) return null;
  if (dialog.about === 'name') return <DescribeDialog id={dialog.id} chosen={chosen} onClose={close} />;
  return null;
}
