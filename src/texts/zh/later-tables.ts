import type { laterTables as en } from '../en/later-tables';
import type { Translation } from '../translation';

export const laterTables: Translation<typeof en> = {
  emptyTitle: '此工作区没有 {type} 表',
  emptyText: '其他类型可能有数据表，请看标签上的数字。',
  noMatchTitle: '没有与“{find}”匹配的 {type} 表',
  noMatchText: '已按名称、别名和 ID 查找。',
  clearFind: '清除搜索',
  matchesIn: '{type} 中有 {count, plural, other {# 个匹配}}',
};
