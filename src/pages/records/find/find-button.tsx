import { useTranslations } from 'use-intl';
import { IconButton } from '../../../ui/form/button';
import { SearchIcon } from '../../../ui/icons/icons';
import { ariaKeysOf } from '../../../ui/shortcuts/shortcuts';
import { findOpener, useOpener } from '../openers';

/** Opens the search of the rows; first of its kind, so that it moves no other when it comes. */
export function FindButton() {
  const t = useTranslations('records.find');
  const open = useOpener(findOpener);
  return (
    <IconButton
      label={t('find')}
      icon={<SearchIcon />}
      aria-keyshortcuts={ariaKeysOf('findText')}
      disabledReason={open === null && t('noRows')}
      onClick={() => open?.()}
    />
  );
}
