import type { laterFrame as en } from '../en/later-frame';
import type { Translation } from '../translation';

export const laterFrame: Translation<typeof en> = {
  notFoundTitle: '没有这个页面',
  notFoundText: '地址 {path} 没有对应的页面。它可能不完整，或来自其他版本。',
  notFoundAction: '返回首页',
  noEnvironmentTitle: '没有环境“{name}”',
  noEnvironmentText: '网关中没有这个名称的环境。请选择已有的环境。',
  insecureTitle: '只读：此页面不在 HTTPS 或本机地址上',
  insecureText: '浏览器在此不提供加密、锁和剪贴板功能。密钥只保存在内存中，且不能发送任何会修改数据的请求。',
  goToConnect: '连接',
  paletteHint: '前往页面、工作区或数据表，或执行命令',
  palettePages: '页面',
  paletteWorkspaces: '工作区',
  paletteTables: '数据表',
  paletteCommands: '命令',
  paletteEmpty: '没有与“{query}”匹配的内容',
  lockKey: '锁定密钥',
  forgetKey: '清除密钥',
};
