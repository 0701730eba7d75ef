import { useTranslations } from 'use-intl';
import { Notice } from '../../../ui/display/notice';
import { Button } from '../../../ui/form/button';
import styles from '../import.module.css';
import type { Brought } from './brought';
import type { KeptFileState } from './use-kept-file';

/** After a reload: which file was open, and how to go on with it. */
export function KeptFileNotice({ state, onOpen }: { state: KeptFileState; onOpen(brought: Brought): void }) {
  const t = useTranslations('import.again');
  const { kept, failed } = state;
  if (!kept) return null;
  const { name } = kept;
  const byItself = kept.handle !== null && failed === null;
  const text = kept.pasted ? t('pasted') : byItself ? t('byItself') : t(failed ?? 'byHand', { name });
  return (
    <div className={styles.kept}>
      <Notice
        title={kept.pasted ? t('titlePasted') : t('title', { name })}
        actions={
          <>
            {byItself ? (
              <Button
                kind="primary"
                onClick={() => {
                  void state.reopen().then((brought) => brought && onOpen(brought));
                }}
              >
                {t('open', { name })}
              </Button>
            ) : null}
            <Button kind="ghost" onClick={state.drop}>
              {t('forget')}
            </Button>
          </>
        }
      >
        <p>{text}</p>
      </Notice>
    </div>
  );
}
