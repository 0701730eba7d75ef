import type { laterCommon as en } from '../en/later-common';
import type { Translation } from '../translation';

export const laterCommon: Translation<typeof en> = {
  pickDate: '选择日期',
  copyDetails: '复制详情',
  reveal: '显示 10 秒',
  conceal: '立即隐藏',
  expandAll: '全部展开',
  collapseAll: '全部收起',
  notifications: '通知',
  hoursLeft: '剩余 {hours, number} 小时 {minutes, number} 分钟',
  minutesLeft: '剩余 {minutes, number} 分钟',
  minutesSecondsLeft: '剩余 {minutes, number} 分 {seconds, number} 秒',
  secondsLeft: '剩余 {seconds, number} 秒',
  timeOver: '已过期',
  itemsCount: '{count, plural, other {# 项}}',
  keysCount: '{count, plural, other {# 个键}}',
  rowPart: '行',
  rowsFrom: '第 {first, number}–{last, number} 行',
  rowsOf: '共 {total, number} 行',
  duration: {
    seconds: '{count, plural, other {# 秒}}',
    minutes: '{count, plural, other {# 分钟}}',
    hours: '{count, plural, other {# 小时}}',
  },
};
