import type { query as en } from '../en/query';
import type { Translation } from '../translation';

export const query: Translation<typeof en> = {
  toolbar: '查询',
  filter: '编辑筛选',
  addCondition: '添加条件',
  json: 'JSON',
  clearFilter: '清除筛选',
  order: '排序',
  orderBy: '排序：{field}，{direction}',
  ascending: '升序',
  descending: '降序',
  oldestFirst: '最早在前',
  newestFirst: '最新在前',
  views: '视图',
  viewIs: '视图：{name}',
  viewIsChanged: '视图：{name}，保存后有修改',
};
