import type { columns as en } from '../en/columns';
import type { Translation } from '../translation';

export const columns: Translation<typeof en> = {
  menu: {
    ascending: '升序排列',
    descending: '降序排列',
    unordered: '不再按此列排序',
    isOrdered: '当前排序',
    describe: '名称与类型…',
    about: '关于此字段…',
    moveLeft: '左移',
    moveRight: '右移',
    isFirst: '已是第一列',
    isLast: '已是最后一列',
    recordStays: '记录列固定在最前',
    pinLeft: '固定在左侧',
    pinRight: '固定在右侧',
    fit: '适应已读取的内容',
    wider: '加宽',
    narrower: '变窄',
    hide: '隐藏',
  },
  describe: {
    title: '名称与类型',
    name: '名称',
    nameHint: '原名为 {name}。留空即恢复原名。',
    kind: '类型',
    asFound: '自动识别：{kind}',
    kindHint: '决定值如何显示、筛选和写入；服务中的数据不会因此改变。',
    systemKind: '系统字段的类型由 API 规定（2.4）。',
    save: '保存',
    here: '仅保存在此浏览器中，只用于此表；服务端没有可修改的列名。',
  },
};
