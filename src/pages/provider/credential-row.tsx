import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CredentialLife } from '../../credentials/expiry';
import type { HeldCredential } from '../../credentials/provider-session';
import { Badge } from '../../ui/display/badge';
import { Countdown } from '../../ui/display/countdown';
import { Button, CopyButton, IconButton } from '../../ui/form/button';
import { useMoment } from '../../ui/hooks/use-time';
import { EyeIcon, EyeOffIcon } from '../../ui/icons/later-icons';
import styles from './credential-life.module.css';
import { useClockTime } from './credential-notes';
import { barOf, placeOf, type Timeline } from './timeline';

export interface CredentialRowProps {
  name: string;
  credential: HeldCredential | null;
  life: CredentialLife | null;
  timeline: Timeline | null;
  now: number;
  /** What to do if there is none. */
  none: string;
  inUse: boolean;
  /** Why it cannot be renewed although its time has come. */
  renewBlocked: string | null;
  renewing: boolean;
  onRenew: () => void;
  /** What the last renewal returned, or why it failed. */
  children: ReactNode;
}

/** One credential: its type, its lifetime on the time line, the time left and when it can be renewed. */
export function CredentialRow(props: CredentialRowProps) {
  const { name, credential, life, timeline, now, none, inUse } = props;
  const t = useTranslations('provider.life');
  if (!credential || !life || !timeline) {
    return (
      <li className={styles.row}>
        <div>
          <b>{name}</b>
          <div className="dim">{t('none')}</div>
        </div>
        <div className={styles.emptyTrack} />
        <div className={styles.told}>{none}</div>
      </li>
    );
  }
  return (
    <li className={styles.row}>
      <div className={styles.names}>
        <b>{name}</b>
        <SecretText value={credential.value} name={name} />
      </div>
      <Track name={name} life={life} timeline={timeline} now={now} />
      <div className={styles.told}>
        <div className={styles.left} data-state={life.state}>
          <Countdown until={life.expiresAt} over={t('expired')} />
          <StateBadge state={life.state} />
        </div>
        <div>
          <LifeSentence life={life} />
        </div>
        <div className={styles.renew}>
          <RenewButton {...props} life={life} />
          {inUse ? (
            <span className={styles.inUse} data-state={life.state}>
              {t('inUse')}
            </span>
          ) : null}
        </div>
      </div>
      {props.children}
    </li>
  );
}

function StateBadge({ state }: { state: CredentialLife['state'] }) {
  const t = useTranslations('provider.life');
  // The words beside it are "expired" already.
  if (state === 'expired') return null;
  return <Badge tone={state === 'fresh' ? 'good' : 'staged'}>{t(state)}</Badge>;
}

function LifeSentence({ life }: { life: CredentialLife }): ReactNode {
  const t = useTranslations('provider.life');
  const clock = useClockTime();
  switch (life.state) {
    case 'fresh':
      return t('renewableFrom', { time: clock(life.renewableAt) });
    case 'renewable':
      return t('renewableNow', { time: clock(life.expiresAt) });
    case 'expired':
      return t('expiredAt', { time: clock(life.expiresAt) });
  }
}

/** Offered from the renewable moment on: before it a call gives the same credential again (5.3). */
function RenewButton({ name, life, renewBlocked, renewing, onRenew }: CredentialRowProps & { life: CredentialLife }) {
  const t = useTranslations('provider.life');
  const clock = useClockTime();
  const time = clock(life.renewableAt);
  const early = life.state === 'fresh';
  return (
    <Button
      size="small"
      disabledReason={early ? t('renewTooEarly', { time }) : renewBlocked}
      busy={renewing}
      onClick={onRenew}
    >
      {t('renew')}
      {early ? <span className={styles.from}>{t('renewFrom', { time })}</span> : null}
      <span className="visually-hidden">: {name}</span>
    </Button>
  );
}

interface TrackProps {
  name: string;
  life: CredentialLife;
  timeline: Timeline;
  now: number;
}

function Track({ name, life, timeline, now }: TrackProps) {
  const t = useTranslations('provider.life');
  const clock = useClockTime();
  const { left, width, passed, renewable } = barOf(timeline, life, now);
  const percent = (span: { left: number; width: number }) => ({ left: `${span.left}%`, width: `${span.width}%` });
  return (
    <div className={styles.track}>
      <span className="visually-hidden">
        {t('drawn', {
          name,
          from: clock(life.issuedAt),
          until: clock(life.expiresAt),
          renewable: clock(life.renewableAt),
        })}
      </span>
      <span className={styles.bar} data-state={life.state} style={percent({ left, width })} />
      <span className={styles.renewable} data-state={life.state} style={percent(renewable)} />
      <span className={styles.passed} data-state={life.state} style={percent(passed)} />
      <span className={styles.now} style={{ left: `${placeOf(timeline, now)}%` }} />
    </div>
  );
}

const revealMs = 10_000;

/** A credential, masked; to be revealed on purpose, for ten seconds or until the page is hidden. */
function SecretText({ value, name }: { value: string; name: string }) {
  const t = useTranslations('provider.life');
  const [revealed, setRevealed] = useState<string | null>(null);
  const [open, setOpen] = useMoment(revealMs);
  const shown = open && revealed === value;

  return (
    <span className={styles.secret}>
      <span className={styles.secretValue}>{shown ? value : maskSecret(value)}</span>
      <IconButton
        size="small"
        label={t(shown ? 'conceal' : 'reveal', { name })}
        icon={shown ? <EyeOffIcon size={14} /> : <EyeIcon size={14} />}
        onClick={() => {
          setRevealed(value);
          setOpen(!shown);
        }}
      />
      <CopyButton text={value} label={t('copy', { name })} />
    </span>
  );
}

const dots = '••••••';

/** A secret as it is shown: what kind it is (up to its first `_` or `-`) and its last four characters, where enough stays hidden. */
export function maskSecret(value: string): string {
  if (value.length < 16) return dots;
  const kind = /^[a-z]{1,6}[_-]/i.exec(value)?.[0] ?? '';
  return `${kind}${dots}${value.slice(-4)}`;
}
