import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Client } from '../../api/wire/client';
import { callByHand, type HandCall } from '../../api/wire/send';
import { useConfirm } from '../../ui/overlay/confirm';
import { mayWrite } from './hand-form';
import { type CallForm, keepCall, type RecentCall } from './recent-calls';

interface Call {
  /** Sends a call once, after a question where it may write. */
  send(call: HandCall, form: CallForm): Promise<RecentCall | null>;
  sending: boolean;
  /** Gives the answer up; what was sent stays sent. */
  stop(): void;
}

/** Sends calls by hand, one at a time. */
export function useCall(client: Client): Call {
  const t = useTranslations('explorer');
  const confirm = useConfirm();
  const [sending, setSending] = useState(false);
  const stopper = useRef<AbortController | null>(null);

  async function send(call: HandCall, form: CallForm): Promise<RecentCall | null> {
    const { method, path } = call;
    const write = mayWrite(method, path);
    const name = `${method} ${path}`;
    const environment = client.environment.title ?? client.environment.name;
    const text = t('confirmText', { call: name, environment });
    if (write && !(await confirm({ title: t('confirmTitle'), text, action: t('confirmAction') }))) return null;
    const controller = new AbortController();
    stopper.current = controller;
    setSending(true);
    const kept = { at: Date.now(), form, call: name, write };
    try {
      const reply = await callByHand(client, call, { signal: controller.signal });
      return keepCall(client, { ...kept, result: { reply } });
    } catch (error) {
      return keepCall(client, { ...kept, result: controller.signal.aborted ? { stopped: true } : { error } });
    } finally {
      setSending(false);
    }
  }

  return { send, sending, stop: () => stopper.current?.abort() };
}
