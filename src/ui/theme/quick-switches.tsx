import { useTranslations } from 'use-intl';
import { useLanguage } from '../../texts/texts-provider';
import { IconButton } from '../form/button';
import { GlobeIcon, MoonIcon, SunIcon } from '../icons/icons';
import { setTheme, useIsDark } from './appearance';

/** Light or dark, English or Chinese, at one press each. */
export function QuickSwitches() {
  const t = useTranslations('frame');
  const dark = useIsDark();
  const { language, setLanguage } = useLanguage();
  return (
    <>
      <IconButton
        label={dark ? t('switchToLight') : t('switchToDark')}
        icon={dark ? <SunIcon /> : <MoonIcon />}
        onClick={() => setTheme(dark ? 'light' : 'dark')}
      />
      <IconButton
        label={language === 'zh' ? t('switchToEnglish') : t('switchToChinese')}
        icon={<GlobeIcon />}
        onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}
      />
    </>
  );
}
