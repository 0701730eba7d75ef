import { useTranslations } from 'use-intl';
import type { ReceivedEvent } from '../../contract/gateway';
import { saveFile } from '../../transfer/out/save-file';
import { Button } from '../../ui/form/button';
import { DownloadIcon } from '../../ui/icons/icons';

interface ExportButtonProps {
  /** Those that the list shows. */
  events: readonly ReceivedEvent[];
  environment: string;
}

/** The events of the list as one JSON file, each as it was kept: number, time, headers, and the body exactly as it came. */
export function ExportButton({ events, environment }: ExportButtonProps) {
  const t = useTranslations('events');

  function save() {
    const time = new Date().toISOString().slice(0, 19).replace(/[T:]/g, '-');
    saveFile(new Blob([exportedEvents(events)], { type: 'application/json' }), `events-${environment}-${time}.json`);
  }

  return (
    <Button icon={<DownloadIcon />} onClick={save} disabledReason={events.length === 0 && t('nothingToExport')}>
      {t('export', { count: events.length })}
    </Button>
  );
}

/** One event on each line, so that a file of thousands can be read by a person and a program. */
export function exportedEvents(events: readonly ReceivedEvent[]): string {
  return `[\n${events.map((event) => JSON.stringify(event)).join(',\n')}\n]\n`;
}
