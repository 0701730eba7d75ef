import { useTranslations } from 'use-intl';
import { ApiError, knownCodes } from '../../contract/errors';
import { ApiErrorNotice, ErrorNotice } from '../../ui/display/api-error-notice';

interface CredentialErrorProps {
  /** Which call failed: the token (4.7) or the exchange (4.8). */
  of: 'token' | 'exchange';
  error: Error;
  onRetry: () => void;
}

/** A failed call for credentials. A refusal means the provider's own credentials here, not the key of the connection. */
export function CredentialError({ of, error, onRetry }: CredentialErrorProps) {
  const t = useTranslations(`provider.${of}`);
  if (!(error instanceof ApiError) || error.code !== knownCodes.authenticationFailed) {
    return <ApiErrorNotice error={error} onRetry={onRetry} />;
  }
  return (
    <ErrorNotice
      look="refused"
      title={t('refusedTitle')}
      happened={t('refusedHappened')}
      means={t('unchanged')}
      todo={t('refusedTodo')}
      operation={error.operation}
      code={error.code}
      message={error.message}
      traceId={error.traceId ?? undefined}
      status={error.status ?? undefined}
    />
  );
}
