import type { workspaces as en } from '../en/workspaces';
import type { Translation } from '../translation';

export const workspaces: Translation<typeof en> = {
  title: '工作区',
  note: '此密钥可访问 {count, plural, other {# 个工作区}}',
  created: '创建于 {time}',
  foreignCovers: '未加载 {hosts} 上的封面：不是允许的文件主机（网关配置中的 fileHosts）。',
  emptyTitle: '此密钥没有可访问的工作区',
  emptyText: '密钥有效，但未获授权访问任何工作区。请在企业控制台授权，或使用其他密钥。',
  otherKey: '使用其他密钥',
};
