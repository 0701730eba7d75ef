import type { deleting as en } from '../en/deleting';
import type { Translation } from '../translation';

export const deleting: Translation<typeof en> = {
  title: '删除记录',
  scope: '范围',
  selected: '选中的 {rows, number} 行',
  reading: '正在读取记录：已有 {rows, number} 条，{requests, number} 次请求',
  stop: '停止',
  stopped: '已停止，未删除任何记录。',
  readAgain: '重新读取',
  failed: '未删除任何记录：有些记录无法读取或保留。',
  moved: '未删除任何记录：加载期间行的位置发生了变化。请按不变的字段排序，或重试。',
  tooMany: '选中超过 {most, number} 行。请减少选中的行，或按筛选删除所有匹配的行。',
  none: '没有要删除的记录。',
  what: '{table} 的 <b>{count, number}</b> 条记录',
  list: '要删除的前几条记录',
  more: '以及另外 {count, number} 条',
  kept: '{count, plural, other {每条记录}}的所有字段都会保留在此浏览器中；撤销时会重新创建，记录 ID 是新的。',
  gone: '选中的 {count, number} 条记录已不存在',
  goneText: '{count, plural, other {这些记录}}不会包含在任务中。',
  earlierText: '其结果未知；如果在删除前生效，相应的记录会保留。请先在其任务页面重新核实。',
  drafted: '其中 {count, number} 条记录有未发送的修改',
  draftedText: '{count, plural, other {记录}}删除后，这些修改将无法发送。',
  type: '输入 {number} 以确认',
  typeFirst: '请先输入记录数。',
  action: '删除 {count, number} 条记录',
  actionNone: '删除记录',
};
