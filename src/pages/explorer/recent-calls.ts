import { queryOptions } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Client } from '../../api/wire/client';
import { queryClient } from '../../api/wire/query-client';
import { callByHand, type HandCall, type HandReply } from '../../api/wire/send';
import { useConfirm } from '../../ui/overlay/confirm';
import { type FormStart, mayWrite, type RequestForm } from './request-form';

/** A call of this page and what came of it. */
export interface RecentCall {
  /** Counts up in this tab. */
  id: number;
  /** Epoch milliseconds. */
  at: number;
  /** What its form began with, and what was typed, without secrets. */
  start: FormStart;
  form: RequestForm;
  /** Method and path as sent. */
  call: string;
  write: boolean;
  /** What came, or why nothing came. */
  result: { reply: HandReply } | { error: unknown } | { stopped: true };
}

const kept = 30;
let counter = 0;

/** The calls of a key, newest first. In the query cache with all API responses, so that forgetting the key removes them too. */
export function recentCallsOptions(client: Client) {
  return queryOptions({
    queryKey: [client.environment.name, client.identity, 'explorer'],
    queryFn: (): readonly RecentCall[] => [],
    initialData: [],
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}

/** Keeps a call. @returns it, with its id */
function keepCall(client: Client, call: Omit<RecentCall, 'id'>): RecentCall {
  counter += 1;
  const recent = { ...call, id: counter };
  const { queryKey } = recentCallsOptions(client);
  queryClient.setQueryData(queryKey, (before: readonly RecentCall[] = []) => [recent, ...before].slice(0, kept));
  return recent;
}

/** Forgets every call of a key. */
export function forgetCalls(client: Client): void {
  queryClient.setQueryData(recentCallsOptions(client).queryKey, []);
}

interface Call {
  /** Sends a call once; a call that may write is confirmed first. */
  send(call: HandCall, typed: Pick<RecentCall, 'start' | 'form'>): Promise<RecentCall | null>;
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

  async function send(call: HandCall, typed: Pick<RecentCall, 'start' | 'form'>): Promise<RecentCall | null> {
    const { method, path } = call;
    const write = mayWrite(method, path);
    const name = `${method} ${path}`;
    const environment = client.environment.title ?? client.environment.name;
    const text = t('confirmText', { call: name, environment });
    if (write && !(await confirm({ title: t('confirmTitle'), text, action: t('confirmAction') }))) return null;
    const controller = new AbortController();
    stopper.current = controller;
    setSending(true);
    const kept = { at: Date.now(), ...typed, call: name, write };
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
