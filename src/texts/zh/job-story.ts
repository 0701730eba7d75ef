import type { jobStoryTexts as en } from '../en/job-story';
import type { Translation } from '../translation';

export const jobStoryTexts: Translation<typeof en> = {
  again: '“修正后重试”可将这 {count, number} 行作为未发送的修改打开。',
  againLater: '任务结束后，“修正后重试”可将这 {count, number} 行作为未发送的修改打开。',
  againSome: '“修正后重试”可将其中 {count, number} 行作为未发送的修改打开，并列出其余各行。',
  againNone: '{count, plural, other {这些行}}只能在文件中修正。',
  againByFile: '如需发送{count, plural, other {这 # 行}}，请重新导入这些行的文件。',
  notSent: {
    line: '{count, number} 行格式有误',
    id: '{count, number} 行的记录 ID 不存在',
    misfit: '{count, number} 行有不符合字段的值',
    several: '{count, number} 行匹配到多条记录',
    duplicate: '{count, number} 行与前面的行重复',
    key: '{count, number} 行没有有效的匹配键',
    near: '{count, number} 行与已有记录相似，未选择处理方式',
    left: '{count, number} 行在检查步骤中跳过',
    create: '{count, number} 行需要新建，但新建已关闭',
    kind: '{count, number} 行的值类型不同，未获允许',
    unread: '{count, number} 行未能检查',
    conflict: '{count, number} 行加载后被他人修改',
    appeared: '{count, number} 行在检查之后已由他人新建',
    lost: '{count, number} 行已匹配不到，因为记录在检查之后被修改或删除',
    nothing: '{count, number} 行没有可写入的值',
  },
  story: {
    written: '<b>{count, number}</b> 行已确认写入。',
    same: '<b>{count, number}</b> 行无变化：原本就是该值，未发送。',
    refused: '<b>{count, number}</b> 行被平台拒绝，未写入，原因见下。{again}',
    invalid: '<b>{count, number}</b> 行无效，未发送（{whys}）。{again}',
    left: '<b>{count, number}</b> 行已跳过（{whys}）。{again}',
    differs:
      '<b>{count, number}</b> 行与所发送的不一致：可能被他人修改或删除，或平台改变或只写入了部分值，详见各行。{again}',
    reported: '<b>{count, number}</b> 行仅有回调报告。请重新核实，或在平台中查看。',
    unknown: '<b>{count, number}</b> 行结果未知：未能及时核实，仍可能写入。再次发送之前请先重新核实。',
    looking: '<b>{count, number}</b> 行暂时结果未知：批次失败或没有明确的响应。正在回读，之后才可能重发。',
    accepted: '<b>{count, number}</b> 行已被平台接受，正在核实。',
    sending: '<b>{count, number}</b> 行发送中。',
    waiting: '<b>{count, number}</b> 行等待发送。',
    paused: '<b>{count, number}</b> 行未发送：任务已暂停。',
    stopped: '<b>{count, number}</b> 行未发送：任务已停止。{again}',
  },
};
