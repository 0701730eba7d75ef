import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Popover } from '@base-ui/react/popover';
import { Toast } from '@base-ui/react/toast';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button, buttonClass, IconButton } from '../form/button';
import { SendButton } from '../form/send-button';
import { classNames } from '../hooks/class-names';
import { CheckIcon, CloseIcon, ErrorIcon, InfoIcon, WarningIcon } from '../icons/icons';
import confirmStyles from './confirm.module.css';
import dialog from './dialog.module.css';
import { useFocusBack } from './focus-back';
import { useClosedByBack } from './leaving';
import styles from './popover.module.css';
import popupStyles from './popup.module.css';
import { type ToastKind, type ToastText, takeToasts } from './toast';
import toastStyles from './toast.module.css';

// What opens over the page: popover, confirmation, toasts. One chunk, as they share most of their code.

/** A confirmation before something that matters. */
export interface Question {
  title: string;
  /** What happens, with numbers, and whether it can be undone. */
  text: ReactNode;
  /** The verb on the button that does it: "Send 412 rows". */
  action: ReactNode;
  /** The label of the cancelling button; "Cancel" by default. */
  cancel?: string;
  danger?: boolean;
  /** What was pressed disappears with a yes: who asks moves the focus on. */
  movesFocus?: boolean;
}

interface ConfirmDialogProps {
  question: Question;
  open: boolean;
  onAnswer(yes: boolean): void;
}

/** The one alert dialog. */
export function ConfirmDialog({ question, open, onAnswer }: ConfirmDialogProps) {
  const t = useTranslations('common');
  const isYes = useRef(false);
  const answer = (yes: boolean) => {
    isYes.current = yes;
    onAnswer(yes);
  };
  useClosedByBack(open, () => answer(false));
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) answer(false);
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.backdrop} />
        <AlertDialog.Viewport className={dialog.viewport}>
          <AlertDialog.Popup
            finalFocus={() => !(isYes.current && question.movesFocus)}
            className={classNames(dialog.dialog, dialog.small)}
          >
            <div className={confirmStyles.body}>
              <AlertDialog.Title className={dialog.title}>{question.title}</AlertDialog.Title>
              <AlertDialog.Description render={<div />} className={confirmStyles.text}>
                {question.text}
              </AlertDialog.Description>
            </div>
            <footer className={dialog.footer}>
              <Button onClick={() => answer(false)}>{question.cancel ?? t('cancel')}</Button>
              <SendButton kind={question.danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
                {question.action}
              </SendButton>
            </footer>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

interface PopoverPopupProps {
  /** What opened it. */
  button: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange(open: boolean): void;
  align?: 'start' | 'center' | 'end';
  stays?: boolean;
  label: string;
  children: ReactNode;
}

/** The panel of a popover. */
export function PopoverPopup({
  button,
  open,
  onOpenChange,
  align = 'start',
  stays,
  label,
  children,
}: PopoverPopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  const shown = () => shownButton(button.current);
  const place = () => {
    const opener = shown();
    if (!stays || !opener) return opener;
    const opened = opener.getBoundingClientRect();
    return { contextElement: opener, getBoundingClientRect: () => opened };
  };
  useClosedByBack(open, () => onOpenChange(false));
  /** Not its button where a key or a menu opened it. */
  const cameFrom = useRef<HTMLElement>(null);
  useFocusBack(open, popup, () => {
    const to = cameFrom.current?.checkVisibility() ? cameFrom.current : shown();
    to?.focus({ preventScroll: true });
  });
  const isButton = (target: EventTarget | null | undefined) =>
    target instanceof Node && (button.current?.contains(target) ?? false);
  /** The popup is at the end of the page, and follows its button in tab order. */
  function onTab(event: KeyboardEvent<HTMLDivElement>) {
    const { currentTarget, target, shiftKey } = event;
    if (!currentTarget.contains(target as Node) || !leadsOut(currentTarget, target, shiftKey)) return;
    // From there the key itself leads on.
    shown()?.focus();
    if (shiftKey) event.preventDefault();
    onOpenChange(false);
  }

  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, details) => {
        // A press on its own button is answered there.
        const { event } = details;
        if (!next && (isButton(event.target) || (event instanceof FocusEvent && isButton(event.relatedTarget)))) {
          if (details.reason !== 'escape-key') return details.cancel();
        }
        onOpenChange(next);
      }}
    >
      <Popover.Portal>
        <Popover.Backdrop className={styles.underTouch} />
        <Popover.Positioner anchor={place} align={align} sideOffset={4} className={popupStyles.positioner}>
          <Popover.Popup
            ref={popup}
            aria-label={label}
            finalFocus={false}
            onFocus={({ currentTarget, relatedTarget }) => {
              if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
                cameFrom.current ??= relatedTarget;
            }}
            // A field in it may keep Escape from the popup's own handler; it must not reach a dialog below.
            onKeyDown={(event) => {
              if (event.key === 'Tab') onTab(event);
              if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
              // Lists are drawn elsewhere and close by themselves.
              if (opensList(event.target) || !event.currentTarget.contains(event.target as Node)) return;
              event.stopPropagation();
              onOpenChange(false);
            }}
            className={styles.popover}
          >
            {children}
            <FocusWhatComes popup={popup} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The button itself, or while its menu is folded the one that opens the menu. */
function shownButton(button: HTMLElement | null): HTMLElement | null {
  if (!button || button.checkVisibility()) return button;
  const openers = document.querySelectorAll<HTMLElement>('[aria-controls]');
  const opens = (each: Element) => document.getElementById(each.getAttribute('aria-controls') ?? '');
  return [...openers].find((each) => opens(each)?.contains(button)) ?? button;
}

/** A popup may open before the code of what is in it is there; the first field that comes gets the focus that nothing had taken. */
function FocusWhatComes({ popup }: { popup: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const element = popup.current;
    if (!element || firstField(element)) return;
    const watch = new MutationObserver(() => {
      const field = firstField(element);
      if (!field) return;
      watch.disconnect();
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body || activeElement === element) field.focus();
    });
    watch.observe(element, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [popup]);
  return null;
}

function firstField(element: HTMLElement): HTMLElement | null {
  return element.querySelector('input, textarea, [role=combobox], button');
}

/** Whether a list is open at a field: then Escape is for the list. */
function opensList(target: EventTarget): boolean {
  return target instanceof Element && target.getAttribute('aria-expanded') === 'true';
}

const focusable = 'a[href], button, input, textarea, select, [tabindex]';

/** Where the Tab key stops within an element, in order. */
function tabStopsIn(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(focusable)].filter(
    (each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility() && !isPassedOver(each),
  );
}

/** Of radio buttons with one name the Tab key knows the one that is checked. */
function isPassedOver(element: HTMLElement): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return false;
  const others = element.closest('fieldset')?.querySelectorAll<HTMLInputElement>('input[type="radio"]') ?? [];
  return [...others].some((each) => each.name === element.name && each.checked);
}

/** Whether the Tab key leads out of an element from where the focus is in it. @param back with the Shift key */
function leadsOut(element: HTMLElement, from: EventTarget, back: boolean): boolean {
  const stops = tabStopsIn(element);
  return stops.length === 0 || from === (back ? stops[0] : stops[stops.length - 1]) || (back && from === element);
}

const manager = Toast.createToastManager();

/** All notifications; `UiProvider` mounts it. */
export function Toasts() {
  useEffect(() => takeToasts({ add, close: (key) => manager.close(key) }), []);
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      <ToastList />
    </Toast.Provider>
  );
}

function add({ kind = 'neutral', title, text, action, key }: ToastText): void {
  const id: string = manager.add({
    id: key,
    type: kind,
    title,
    description: text,
    timeout: kind === 'bad' ? 0 : 6000,
    priority: kind === 'bad' ? 'high' : 'low',
    actionProps: action && {
      children: action.label,
      onClick: () => {
        action.onSelect();
        manager.close(id);
      },
    },
  });
}

const icons = { good: CheckIcon, bad: ErrorIcon, warning: WarningIcon, neutral: InfoIcon };

/** Where toasts appear: the lower right corner, newest below. */
function ToastList() {
  const t = useTranslations('common');
  const { toasts } = Toast.useToastManager();
  return (
    <Toast.Portal>
      <Toast.Viewport className={toastStyles.viewport} aria-label={t('notifications')}>
        {toasts.map((toast) => {
          const kind = (toast.type ?? 'neutral') as ToastKind;
          const KindIcon = icons[kind];
          return (
            <Toast.Root key={toast.id} toast={toast} swipeDirection="right" className={toastStyles.toast}>
              <Toast.Content className={toastStyles.content}>
                <span className={classNames(toastStyles.icon, toastStyles[kind])}>
                  <KindIcon />
                </span>
                <div className={toastStyles.texts}>
                  <Toast.Title className={toastStyles.title} />
                  <Toast.Description className={toastStyles.text} />
                </div>
                {toast.actionProps ? <Toast.Action className={buttonClass({ size: 'small' })} /> : null}
                <Toast.Close render={<IconButton size="small" label={t('close')} icon={<CloseIcon size={14} />} />} />
              </Toast.Content>
            </Toast.Root>
          );
        })}
      </Toast.Viewport>
    </Toast.Portal>
  );
}
