import type { laterQuery as en } from '../en/later-query';
import type { Translation } from '../translation';

export const laterQuery: Translation<typeof en> = {
  and: '且',
  or: '或',
  more: '+{count, number}',
  ignored: '被忽略',
  refused: '被拒绝',
  filterField: '按此列筛选',
  editCondition: '编辑“{field}”的条件',
  removeCondition: '移除“{field}”的条件',
  allOf: '满足全部',
  anyOf: '满足任一',
  join: '条件之间的关系',
  undocumented: '文档未列出',
  undocumentedLong: '部分平台会忽略此运算符。加载的行会逐一检查，不符合的会提示。',
  operators: {
    eq: '=',
    ne: '≠',
    gt: '>',
    gte: '≥',
    lt: '<',
    lte: '≤',
    in: '属于',
    nin: '不属于',
    em: '为空',
    notEm: '不为空',
  },
  ignoredBefore: '服务此前在此类字段上忽略了该运算符：返回了不匹配的行。',
  ignoredHere: '{rows, number} 行中有 {misses, number} 行不匹配：服务忽略了此条件。',
  refusedHere: '服务拒绝了此条件：{message}',
};
