import { type Ref, useImperativeHandle } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirm } from '../../../ui/overlay/confirm';
import { type Leaving, useLeaveGuard } from '../../../ui/overlay/leaving';

/** A text that does not fit its field: it is in no draft, so it is gone with its panel. */
export interface RefusedText {
  text: string;
  /** Says why, and leads back to it. */
  show(): void;
}

interface AskedCloseOptions {
  /** From top to bottom. */
  refused(): readonly RefusedText[];
  /** Whether the panel is gone once the page is left so. */
  goesBy(leaving: Leaving): boolean;
  onClose(): void;
  /** Closes it from the rows: asks, too. */
  closer?: Ref<() => void>;
}

/**
 * A panel beside the rows asks before a text that does not fit is gone with it: by its ×, by Escape here or in the rows, by Back, or by another page.
 * @returns closes it
 */
export function useAskedClose({ refused, goesBy, onClose, closer }: AskedCloseOptions): () => void {
  const t = useTranslations('records.panel');
  const confirm = useConfirm();

  /** @returns whether the panel may go */
  async function ask(): Promise<boolean> {
    const [first, ...more] = refused();
    if (first === undefined) return true;
    first.show();
    const counts = { count: more.length + 1, more: more.length };
    return confirm({
      title: t('closeTitle', counts),
      text: t('closeText', { ...counts, text: first.text }),
      action: t('closePanel'),
      danger: true,
      movesFocus: true,
    });
  }

  useLeaveGuard(true, {
    stops: (leaving) => goesBy(leaving) && refused().length > 0,
    ask: async (answer) => answer(await ask()),
  });

  const close = async () => {
    if (await ask()) onClose();
  };
  // The key that closes it would answer the question.
  useImperativeHandle(closer, () => () => setTimeout(close));
  return close;
}
