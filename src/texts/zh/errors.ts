import type { errors as en } from '../en/errors';
import type { Translation } from '../translation';

export const errors: Translation<typeof en> = {
  noAnswer: {
    title: '没有收到响应',
    happened: '请求已发出，但没有收到响应：网络、网关或平台无法访问。',
    read: '没有任何数据被修改，这只是一次读取。',
    write: '不确定平台是否已执行修改。控制台会读回核对，不会自动重发。',
    todo: '请检查网络后重试。',
  },
  malformed: {
    title: '响应无法识别',
    happened: '收到了响应，但格式与接口约定不符。可能来自其他服务器、登录页或代理。',
    read: '没有任何数据被修改，这只是一次读取。',
    write: '不确定平台是否已执行修改。控制台会读回核对，不会自动重发。',
    todo: '请确认该环境指向开放接口。若无误，请把详情交给负责人。',
  },
  busy: {
    title: '请求过多',
    happened: '平台暂时不再接受请求：此 key 或其他调用方发送得过多。',
    read: '没有更改任何内容；这只是一次读取。',
    write: '不确定平台是否已执行修改。控制台会读回核对，不会自动重发。',
    todo: '请稍候再试。在此之前，控制台会自动放慢发送。',
  },
  system: {
    title: '平台报告系统异常',
    happened: '平台对该请求返回了系统异常。',
    read: '没有任何数据被修改，这只是一次读取。',
    write: '平台表示修改失败。再次发送前请先读回记录。',
    todo: '请稍后重试。若持续出现，请把 trace ID 提供给平台支持人员。',
  },
  business: {
    title: '平台拒绝了该请求',
    happened: '平台理解了该请求，但按规则拒绝。',
    read: '没有任何数据被修改。',
    write: '本次调用没有写入任何数据。',
    todo: '请查看下方消息，其中说明了具体规则。trace ID 可供平台支持人员定位。',
  },
  keyRefused: {
    title: 'API key 被拒绝',
    happened: '平台不接受这个 key：可能有误、已过期、已撤销，或无权访问该工作区。',
    read: '没有任何数据被修改。未发送的修改仍保留在本浏览器中。',
    write: '本次调用没有写入任何数据。未发送的修改仍保留在本浏览器中。',
    todo: '请使用有效的 key 重新连接。key 由企业控制台签发。',
  },
  parameter: {
    title: '参数缺失或无效',
    happened: '平台拒绝了请求中的某个值，消息中有说明。',
    read: '没有任何数据被修改。',
    write: '本次调用没有写入任何数据。',
    todo: '请更正下方所指的值，然后重试。',
  },
  gone: {
    title: '对象不存在或已被删除',
    happened: '平台表示该对象不存在或已被删除。',
    read: '没有任何数据被修改。',
    write: '没有写入任何数据。',
    todo: '请返回并刷新列表；该 ID 也可能属于其他环境，或属于此 key 未获授权的工作区。',
  },
  unexpected: {
    title: '页面的这一部分出错了',
    happened: '控制台自身出现故障。',
    means: '没有因此发送任何请求。未发送的修改仍保留在本浏览器中。',
    todo: '请重试或重新加载页面。若持续出现，请复制详情并反馈。',
  },
  chunk: {
    title: '页面无法加载',
    happened: '控制台的一部分没有送达；可能刚刚更新，或网络已断开。',
    means: '没有发送任何请求。未发送的修改仍保留在本浏览器中。',
    todo: '请重新加载页面。',
  },
  answer: {
    empty: '响应为空',
    notJson: '响应不是 JSON',
    notEnvelope: '响应是 JSON，但不是响应信封',
    noCode: '响应信封没有整数 “code”',
    noMessage: '响应信封没有 “message”',
  },
  kept: '重新读取失败；显示的是之前读到的内容。',
  reload: '重新加载页面',
};
