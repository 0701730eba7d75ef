import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { pausedRequests } from '../../api/wire/client';
import type { Answer } from '../../api/wire/send';
import type { Environment } from '../../contract/gateway';
import type { Workspace } from '../../contract/tables';
import { isKeyRefused } from '../../ui/display/api-error-notice';
import { Badge, EnvironmentDot } from '../../ui/display/badge';
import { WaitingNotice } from '../../ui/display/retrying-notice';
import { Button } from '../../ui/form/button';
import { SecretField } from '../../ui/form/secret-field';
import { Select } from '../../ui/form/select';
import { useNow } from '../../ui/hooks/use-time';
import { CheckIcon } from '../../ui/icons/icons';
import { Card } from '../../ui/layout/card';
import { ConnectError } from './connect-error';
import styles from './connect-page.module.css';
import { destinationOf, useConnect, useKept, useKeyTest } from './use-connect';

interface ConnectFormProps {
  environments: readonly Environment[];
  environment: Environment;
  onEnvironment: (name: string) => void;
  /** The address that asked for the key. */
  next: string | null;
}

/** Environment and key. A pasted key is tested at once; a typed one when asked for, so that no half key is ever sent. */
export function ConnectForm({ environments, environment, onEnvironment, next }: ConnectFormProps) {
  const t = useTranslations('connect');
  const [apiKey, setApiKey] = useState('');
  const test = useKeyTest();
  const connect = useConnect(next);
  const key = apiKey.trim();
  const error = connect.error ?? test.error;
  const kept = useKept(environment.name);
  const failed = error ? <ConnectError error={error} hasUnsent={kept.drafts > 0} /> : undefined;
  // An address of another environment is not where this key leads.
  const goesOn = next !== null && destinationOf(environment.name, [], next) === next;
  const missing = key === '' && t('keyNeeded');

  function change(value: string) {
    setApiKey(value);
    test.reset();
    connect.reset();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (key !== '' && !connect.isPending) connect.mutate({ environment, apiKey: key });
  }

  return (
    <Card className={styles.card} aria-label={t('title')}>
      <form className={styles.form} onSubmit={submit}>
        <Select
          label={t('environment')}
          value={environment.name}
          onChange={(name) => {
            onEnvironment(name);
            change(apiKey);
          }}
          options={environments.map((option) => ({
            value: option.name,
            label: option.title ?? option.name,
            hint: option.embedded ? t('embedded') : (option.baseUrl ?? ''),
            icon: <EnvironmentDot colour={option.colour} />,
          }))}
          hint={environment.writable ? undefined : t('keyEnvironmentClosed')}
        />
        <SecretField
          label={t('apiKey')}
          value={apiKey}
          onChange={change}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text').trim();
            if (apiKey === '' && pasted !== '') test.mutate({ environment, apiKey: pasted });
          }}
          error={isKeyRefused(error) ? failed : undefined}
          hint={failed ?? t(window.isSecureContext ? 'keyKept' : 'keyInMemory')}
        />
        {test.data && !error ? <Works answer={test.data} /> : null}
        {goesOn ? <div className={styles.goesOn}>{t('goesOn')}</div> : null}
        {connect.isPending || test.isPending ? <Waiting environment={environment.name} /> : null}
        <Button type="submit" kind="primary" size="large" wide disabledReason={missing} busy={connect.isPending}>
          {t('connect')}
        </Button>
        <Button
          kind="ghost"
          wide
          disabledReason={missing}
          busy={test.isPending}
          onClick={() => test.mutate({ environment, apiKey: key })}
        >
          {test.isPending ? t('testing') : t('test')}
        </Button>
      </form>
    </Card>
  );
}

/** The platform asked this key to wait: the request is held back until then. */
function Waiting({ environment }: { environment: string }) {
  useNow(500);
  const paused = pausedRequests(environment);
  return paused ? <WaitingNotice {...paused} /> : null;
}

function Works({ answer }: { answer: Answer<Workspace[]> }) {
  const t = useTranslations('connect');
  const facts = { count: answer.data.length, ms: Math.round(answer.milliseconds) };
  if (facts.count === 0) {
    return (
      <Badge tone="staged" className={styles.works} role="status">
        {t('worksEmpty')}
      </Badge>
    );
  }
  return (
    <Badge tone="good" icon={<CheckIcon />} className={styles.works} role="status">
      {answer.traceId ? t('works', { ...facts, trace: answer.traceId }) : t('worksUntraced', facts)}
    </Badge>
  );
}
