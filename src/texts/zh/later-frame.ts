import type { laterFrame as en } from '../en/later-frame';
import type { Translation } from '../translation';

export const laterFrame: Translation<typeof en> = {
  notFoundTitle: '页面不存在',
  notFoundText: '{path} 没有对应的页面。地址可能不完整，或来自其他版本。',
  notFoundAction: '返回首页',
  noEnvironmentTitle: '没有环境“{name}”',
  noEnvironmentText: '网关中没有此名称的环境，请选择其他环境。',
  insecureTitle: '只读：此页面需要 HTTPS 或本机地址',
  insecureText: '否则浏览器不提供加密、锁和剪贴板功能。密钥只保存在内存中，且不能发送修改。',
  goToConnect: '连接',
  paletteHint: '搜索页面、数据表和命令',
  palettePages: '页面',
  paletteWorkspaces: '工作区',
  paletteTables: '数据表',
  paletteCommands: '命令',
  paletteEmpty: '没有与“{query}”匹配的内容',
  lockKey: '锁定密钥',
  forgetKey: '清除密钥',
  endedTitle: '{count, number} 个任务已结束 · {title}',
  readOnly: '编辑已关闭',
  openForWriting: '编辑已开启',
  openWriting: '开启编辑',
  closeWriting: '关闭编辑并暂停发送',
  openWritingTitle: '开启 {name} 的编辑？',
  openWritingText: '为避免误改，{name} 默认关闭编辑。开启后可从此标签页发送核对过的修改，直到关闭编辑或重新加载页面。',
};
