import type { tables as en } from '../en/tables';
import type { Translation } from '../translation';

export const tables: Translation<typeof en> = {
  title: '数据表',
  type: '表类型',
  find: '查找数据表',
  findHint: '名称、别名或 ID',
  list: '数据表',
  hide: '隐藏数据表列表',
  show: '显示数据表列表',
  editable: '可编辑',
  readOnly: '只读',
  about: {
    sync: '由数据表同步而来。只读：只有 ext 表可以编辑。',
    app: '由应用创建的大数据表。只读：只有 ext 表可以编辑。',
    ext: '由外部创建的大数据表，记录可以编辑。',
    agg: '由多张表聚合而成的大数据表。只读：只有 ext 表可以编辑。',
  },
  name: '名称',
  id: 'ID',
  created: '创建时间',
  lastOpened: '上次打开',
  never: '–',
  unnamed: '（未命名）',
  unsent: '未发送',
};
