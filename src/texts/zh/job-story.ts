import type { jobStoryTexts as en } from '../en/job-story';
import type { Translation } from '../translation';

export const jobStoryTexts: Translation<typeof en> = {
  again: '“修正后重试”可将这 {count, number} 行作为未发送的修改打开。',
  againLater: '任务结束后，“修正后重试”可将这 {count, number} 行作为未发送的修改打开。',
  againSome: '“修正后重试”可将其中能以修改改正的 {count, number} 行作为未发送的修改打开，并指明其余各行。',
  againNone: '表中的修改无法改正{count, plural, other {这 # 行}}：这些行的文件中有它们。',
  againByFile: '如仍要发送{count, plural, other {这 # 行}}，请导入这些行的文件：届时会再次询问。',
  notSent: {
    line: '{count, number} 行在文件中不可信',
    id: '{count, number} 行没有现有记录的 ID',
    misfit: '{count, number} 行有不符合其字段的文本',
    several: '{count, number} 行的键为多条记录所有',
    double: '{count, number} 行重复：前面已有同样的行',
    key: '{count, number} 行的键没有值',
    near: '{count, number} 行未决定：与表中的记录几乎相同',
    left: '{count, number} 行在检查步骤中选择了不发送',
    create: '{count, number} 行不新建：新建已取消勾选',
    kind: '{count, number} 行的值类型不同且未获允许',
    unread: '{count, number} 行未能检查',
    conflict: '{count, number} 行的记录在读取之后被他人修改',
    appeared: '{count, number} 行的记录在检查之后已由他人创建',
    lost: '{count, number} 行的记录在检查之后被修改或删除，已无记录具有此键',
    nothing: '{count, number} 行没有可写入的内容',
  },
  story: {
    written: '<b>{count, number}</b> 行已核实：确已写入。',
    same: '<b>{count, number}</b> 行无变化：原本就是该值，未发送。',
    refused: '<b>{count, number}</b> 行被平台拒绝，未写入。原因见下。{again}',
    invalid: '<b>{count, number}</b> 行无效：检查时已留下，未发送任何内容（{whys}）。{again}',
    left: '<b>{count, number}</b> 行不发送（{whys}）。{again}',
    differs:
      '<b>{count, number}</b> 行不一致：现在的值与所发送的不同、只写入了一部分，或记录已被删除。可能是他人在您之后做了改动，或平台改变了该值。详见下方各行。{again}',
    reported: '<b>{count, number}</b> 行仅有回调报告：回读未能核实。请再次核实，或在平台中查看。',
    unknown: '<b>{count, number}</b> 行未知：未能及时核实，仍可能写入。再次发送之前请先重新核实。',
    looking:
      '<b>{count, number}</b> 行暂时未知：调用失败，或结束时没有说明是否写入。正在回读核实，之后才可能重新发送。',
    accepted: '<b>{count, number}</b> 行已被平台接受，尚未核实：正在回读表中的值。',
    sending: '<b>{count, number}</b> 行发送中。',
    waiting: '<b>{count, number}</b> 行未发送：正在等待发送。',
    paused: '<b>{count, number}</b> 行未发送：任务正停着。',
    stopped: '<b>{count, number}</b> 行未发送：任务此前已停止。{again}',
  },
};
