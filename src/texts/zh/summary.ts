import type { summary as en } from '../en/summary';
import type { Translation } from '../translation';

export const summary: Translation<typeof en> = {
  label: '汇总',
  toggleTip: '在各行下方为每列显示一项统计',
  hide: '隐藏汇总',
  allRows: '全部 {count, number} 行',
  loadedRows: '已加载 {count, number} 行',
  figure: '{column}：{name} {text}',
  measure: {
    filled: '已填写',
    unfilled: '未填写',
    empty: '空',
    null: 'null',
    notSet: '未设置',
    distinct: '去重计数',
    sum: '总和',
    average: '平均值',
    median: '中位数',
    min: '最小值',
    max: '最大值',
    yes: '是的占比',
  },
};
