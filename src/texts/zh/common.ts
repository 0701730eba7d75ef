import type { common as en } from '../en/common';
import type { Translation } from '../translation';

export const common: Translation<typeof en> = {
  appName: '数据仓库控制台',
  retry: '重试',
  reload: '重新加载页面',
  partMissing: '页面的一部分未能加载。',
  refresh: '刷新',
  clear: '清除',
  loading: '正在加载…',
  justNow: '刚刚',
  copy: '复制',
  copied: '已复制',
  copyFailed: '复制失败。请选中文字后手动复制。',
  resize: '调整{name}的宽度',
};
