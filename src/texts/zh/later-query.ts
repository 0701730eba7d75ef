import type { laterQuery as en } from '../en/later-query';
import type { Translation } from '../translation';

export const laterQuery: Translation<typeof en> = {
  editCondition: '修改条件：{field}',
  removeCondition: '移除“{field}”的条件',
  allOf: '满足全部',
  anyOf: '满足任一',
  join: '条件之间的关系',
  unproven: '运算符未公开',
  unprovenLong: '并非每个平台都支持此运算符，不支持时可能会忽略它。返回的每一行都会被核对，有不符合的行时会说明。',
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
  ignoredBefore: '本次会话的结果显示，服务在此类字段上忽略该运算符：返回了不匹配的行。',
  ignoredHere: '{rows, number} 行中有 {misses, number} 行不匹配：服务忽略了此条件。',
  refusedHere: '服务拒绝了此条件：{message}',
};
