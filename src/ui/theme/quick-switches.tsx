import { useTranslations } from 'use-intl';
import { languages, nextLanguage } from '../../texts/languages';
import { useLanguage } from '../../texts/texts-provider';
import { IconButton } from '../form/button';
import { GlobeIcon, MoonIcon, SunIcon } from '../icons/icons';
import { setTheme, useIsDark } from './appearance';

/** Light or dark, and the language, at one press each. */
export function QuickSwitches() {
  const t = useTranslations('frame');
  const dark = useIsDark();
  const { language, setLanguage } = useLanguage();
  const next = nextLanguage(language);
  return (
    <>
      <IconButton
        label={dark ? t('switchToLight') : t('switchToDark')}
        icon={dark ? <SunIcon /> : <MoonIcon />}
        onClick={() => setTheme(dark ? 'light' : 'dark')}
      />
      <IconButton label={languages[next].use} icon={<GlobeIcon />} onClick={() => setLanguage(next)} />
    </>
  );
}
