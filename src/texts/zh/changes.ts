import type { changes as english } from '../en/changes';
import type { Translation } from '../translation';

export const changes: Translation<typeof english> = {
  label: '修改',
  count:
    '{changed, plural, =0 {} other {<v>已修改 {changed, number} 条记录</v> · }}{created, plural, =0 {} other {<v>新建 {created, number} 条</v> · }}{cells, number} 个单元格',
  promise: '核对之前不会发送任何内容',
  notKept: {
    denied: '此浏览器不保存数据：关闭页面后这些修改将丢失。',
    full: '未保存：此浏览器的存储空间已满。关闭页面后这些修改将丢失。',
    newer: '未保存：此浏览器中的数据属于较新的版本。请刷新页面以使用该版本。',
    heldUp: '未保存：另一个标签页仍打开着旧版本。请关闭它，然后刷新此页面。',
  },
  undo: '撤销',
  redo: '重做',
  discard: '放弃',
  review: '核对 {records, number} 条记录',
  nothingToUndo: '没有可撤销的操作。',
  nothingToRedo: '没有可重做的操作。',
  nothingToReview: '没有可核对的修改。',
  tableUnknown: '此表的类型未知。',
  sent: '从此处发送',
  sentLook: '部分行尚未核实。任务页面会说明原因以及可以怎么做。',
  undid: '已撤销：{count, number} 条记录已恢复原值（{fields}）。',
  redid: '已重做：{count, number} 条记录已再次修改（{fields}）。',
  undidCell: '已撤销：{record} 的“{field}”',
  undidCells: '已撤销：{count, number} 个单元格',
  newRecord: '新记录',
  openJob: '打开任务',
  showCreated: '{count, plural, =1 {显示记录} other {显示第一条记录}}',
  createdHidden: '{count, plural, =1 {新记录} other {第一条新记录}}被筛选条件隐藏。',
  createdElsewhere: '{count, plural, =1 {新记录} other {第一条新记录}}位于尚未加载的页面。',
  dismiss: '关闭',
  discardTitle: '放弃 {cells, number} 个单元格的修改？',
  discardText:
    '{changed, plural, =0 {} other {# 条记录中被修改的单元格将恢复为加载时的值。}}{created, plural, =0 {} other {# 条新记录将被移除。}}尚未发送任何内容，可用“撤销”恢复这些修改。',
  discardAction: '放弃 {cells, number} 个单元格的修改',
};
