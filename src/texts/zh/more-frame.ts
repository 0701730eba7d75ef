import type { moreFrame as en } from '../en/more-frame';
import type { Translation } from '../translation';

export const moreFrame: Translation<typeof en> = {
  paletteHint: '前往页面、工作区或数据表，或执行命令',
  palettePages: '页面',
  paletteWorkspaces: '工作区',
  paletteTables: '数据表',
  paletteCommands: '命令',
  paletteEmpty: '没有与“{query}”匹配的内容',
  lockKey: '锁定密钥',
  forgetKey: '清除密钥',
};
