import { integerOfId } from '../../../contract/ids';
import { field, type SeedRow, type SeedTable } from './define';
import { reports, reportsTable } from './file-list';
import { person } from './people';

export const reportTables: readonly SeedTable[] = [
  {
    number: reportsTable,
    space: 1,
    type: 'sync',
    name: 'Reports',
    alias: 'reports',
    createdOn: '2025-03-20 08:45:00',
    fields: [
      field.text('Title', true),
      field.longText('Summary'),
      field.image('Pictures'),
      field.attachment('Attachments'),
      field.user('Prepared by'),
      field.dateTime('Prepared on'),
    ],
    size: reports.length,
    async *rows() {
      yield reports.map(
        ({ title, summary, images, attachments, preparedOn }, index): SeedRow => [
          title,
          summary,
          images.map(({ fileId }) => integerOfId(String(fileId))),
          attachments.map(({ fileId }) => integerOfId(String(fileId))),
          person(([4, 5, 6] as const)[index % 3] ?? 4),
          preparedOn,
        ],
      );
    },
  },
];
