import type { workspaces as en } from '../en/workspaces';
import type { Translation } from '../translation';

export const workspaces: Translation<typeof en> = {
  title: '工作区',
  note: '此密钥授权范围内共 {count, plural, other {# 个工作区}}',
  created: '创建于 {time}',
  foreignCovers: '未加载 {hosts} 上的封面：不在此环境允许的文件主机之列（网关配置中的 fileHosts）。',
  emptyTitle: '此密钥的授权范围内没有工作区',
  emptyText: '该密钥有效，但企业控制台没有授权它访问任何工作区。请授权，或使用其他密钥连接。',
  otherKey: '使用其他密钥连接',
};
