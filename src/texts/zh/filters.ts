import type { filters as en } from '../en/filters';
import type { Translation } from '../translation';

export const filters: Translation<typeof en> = {
  notices: {
    ignoredParameters: '地址中有一部分被忽略',
    ignoredParameter: '{parameter}：{reason}。',
    forgetParameters: '从地址中移除',
    ignored:
      '{rows, number} 行中有 {misses, number} 行不匹配：服务忽略了“{field}”上的“{operator}”。下面的行未按此条件筛选。',
    ignoredGroup:
      '{rows, number} 行中有 {misses, number} 行不满足某一组中的任何条件：服务至少忽略了其中一个运算符，但从这些行看不出是哪一个。',
    unchanged: '使用与不使用该筛选时，前 {rows, number} 行相同。',
    unchangedText: '可能全部匹配，也可能被服务忽略：这些值无法在此比较，因此看不出来。',
    tooLong: '该筛选长 {size, number} KB。部分浏览器和聊天工具会截断这样的地址；如需分享，请保存 JSON。',
  },
};
