import type { service as en } from '../en/service';
import type { Translation } from '../translation';

export const service: Translation<typeof en> = {
  title: '内置服务',
  text: '此网关自带的服务，自行保存数据并发出事件。',
  callback: {
    title: '对外回调',
    ofKey: '此 API 密钥的事件也会发送到这个地址。',
    ofProvider: '此服务商密钥的事件也会发送到这个地址。',
    address: '回调地址',
    hint: '允许的主机：{hosts}。',
    save: '保存',
    remove: '移除',
    saved: '回调地址已保存',
    removed: '回调地址已移除',
    notSet: '事件只保留在收件箱中。',
    refused: '请输入允许的主机上的地址：{hosts}。',
    unchanged: '请先输入新地址。',
    closedTitle: '尚未允许任何主机。',
    closed: '请先在网关配置中设置 CALLBACK_HOSTS。',
    configuredTitle: '由网关配置设定。',
    configured: '只能在网关配置中修改。',
    toDeliveries: '查看投递记录',
  },
  signing: {
    title: '签名密钥',
    text: '回调按 Standard Webhooks 规范签名，接收方用此密钥验证。',
    show: '显示密钥',
    secret: '签名密钥',
    copy: '复制签名密钥',
  },
};
