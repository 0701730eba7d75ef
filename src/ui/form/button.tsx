import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext, useId } from 'react';
import { useTranslations } from 'use-intl';
import { Spinner } from '../display/skeleton';
import { classNames } from '../hooks/class-names';
import { useMoment } from '../hooks/use-time';
import { CheckIcon, CopyIcon } from '../icons/icons';
import { showToast } from '../overlay/toast';
import { Tooltip } from '../overlay/tooltip';
import styles from './button.module.css';

type ButtonKind = 'primary' | 'plain' | 'ghost' | 'danger';
export type ButtonSize = 'small' | 'normal' | 'large';

interface ButtonLook {
  kind?: ButtonKind;
  size?: ButtonSize;
  /** Takes the whole width of its container. */
  wide?: boolean;
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'>, ButtonLook {
  icon?: ReactNode;
  /** Why it cannot be pressed now. The only way to disable a button: it stays focusable and shows the reason. */
  disabledReason?: string | null | false;
  /** Its work is going on: shows a spinner and takes no further press. */
  busy?: boolean;
  /** It takes no press yet, for a moment that needs no reason. */
  isSettling?: boolean;
  /** Explains what the button does, beyond its name. */
  tooltip?: string;
}

/** The class of a button, for links that look like one. */
export function buttonClass({ kind = 'plain', size = 'normal', wide = false }: ButtonLook = {}): string {
  return classNames(styles.button, styles[kind], size !== 'normal' && styles[size], wide && styles.wide);
}

/** A button with a verb on it. */
export function Button(props: ButtonProps) {
  const {
    kind,
    size,
    wide,
    icon,
    disabledReason,
    busy = false,
    isSettling = false,
    tooltip,
    className,
    children,
    onClick,
    ...rest
  } = props;
  const reasonId = useId();
  const takesNoPress = Boolean(disabledReason) || busy || isSettling;
  return (
    <>
      <Tooltip label={disabledReason || tooltip}>
        <button
          type="button"
          {...rest}
          onClick={takesNoPress ? ignore : onClick}
          aria-disabled={takesNoPress || undefined}
          aria-busy={busy || undefined}
          aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
          className={classNames(buttonClass({ kind, size, wide }), className)}
        >
          {busy ? <Spinner /> : icon}
          {children}
        </button>
      </Tooltip>
      {disabledReason ? (
        <span className="visually-hidden" id={reasonId}>
          {disabledReason}
        </span>
      ) : null}
    </>
  );
}

/** A press on a button that cannot be pressed now: nothing, also no sending of its form. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'tooltip' | 'wide'> {
  /** The name of the button, spoken and shown as tooltip. */
  label: string;
  icon: ReactNode;
}

/** A button that shows only an icon; its name is its label. */
export function IconButton({ label, icon, kind = 'ghost', className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      kind={kind}
      icon={icon}
      tooltip={label}
      aria-label={label}
      className={classNames(styles.iconOnly, className)}
    />
  );
}

interface CopyButtonProps {
  /** What is copied; a function when it is costly to make. */
  text: string | (() => string);
  /** The same as a table, for spreadsheets, as `copyText` takes it. */
  html?: (text: string) => string | null;
  /** The name of the button; "Copy" by default. */
  label?: string;
  /** Show the name, not only the icon. */
  showLabel?: boolean;
  size?: 'small' | 'normal';
}

/** Copies a text and confirms it for a moment. */
export function CopyButton({ text, html, label, showLabel, size = 'small' }: CopyButtonProps) {
  const t = useTranslations('common');
  const [copied, setCopied] = useMoment(1600);

  async function copy() {
    try {
      const copied = typeof text === 'function' ? text() : text;
      await copyText(copied, html?.(copied) ?? null);
      setCopied(true);
    } catch {
      showToast({ kind: 'bad', title: t('copyFailed'), key: 'copy' });
    }
  }

  const name = copied ? t('copied') : (label ?? t('copy'));
  const icon = copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />;
  return showLabel ? (
    <Button kind="ghost" size={size} icon={icon} onClick={copy}>
      {name}
    </Button>
  ) : (
    <IconButton size={size} label={name} icon={icon} onClick={copy} />
  );
}

/** Copies a text. @param html the same as a table, which marks text for spreadsheets; null: there is none @throws where the browser refuses */
export async function copyText(text: string, html: string | null = null): Promise<void> {
  if (html === null || !copyByEvent(text, html)) await navigator.clipboard.writeText(text);
}

/** Copies like the copy key: the clipboard API would strip spreadsheet hints from a table. @returns whether the browser did */
function copyByEvent(text: string, html: string): boolean {
  let taken = false;
  const take = (event: Event) => event.preventDefault();
  const give = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData('text/html', html);
    taken = true;
  };
  document.addEventListener('beforecopy', take, true);
  document.addEventListener('copy', give, true);
  document.execCommand('copy');
  document.removeEventListener('beforecopy', take, true);
  document.removeEventListener('copy', give, true);
  return taken;
}

type Draw = (request: number, size: ButtonSize) => ReactNode;

const RequestLinkContext = createContext<Draw | null>(null);

/** How parts in it link to a request; they know neither addresses nor pages. */
export const RequestLinks = RequestLinkContext.Provider;

/** The link from what a request loaded, or failed to, to the request; nothing if there is none. */
export function RequestLink({ request, size = 'normal' }: { request: number | null | undefined; size?: ButtonSize }) {
  const draw = useContext(RequestLinkContext);
  return typeof request === 'number' && draw ? draw(request, size) : null;
}
