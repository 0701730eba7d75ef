import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lockAfter, lockChoices, setLockAfter } from '../../credentials/lock';
import { languageCodes, languages } from '../../texts/languages';
import { useLanguage } from '../../texts/texts-provider';
import { Segmented } from '../../ui/form/select';
import { cardsWindow, keylessPhone, useMedia } from '../../ui/hooks/use-media';
import { MoonIcon, SunIcon } from '../../ui/icons/icons';
import { ScreenIcon } from '../../ui/icons/later-icons';
import { Card } from '../../ui/layout/card';
import { Page, PageHeader } from '../../ui/layout/page';
import { ShortcutsList } from '../../ui/shortcuts/shortcuts-list';
import {
  type Density,
  densities,
  setDensity,
  setTheme,
  type Theme,
  themes,
  useAppearance,
} from '../../ui/theme/appearance';
import styles from './settings-page.module.css';
import { StorageCard } from './storage-card';

/** Language, look, shortcuts, and what is kept in this browser. */
export function Component() {
  const t = useTranslations('settings');
  const isCards = useMedia(cardsWindow);
  const hasKeys = !useMedia(keylessPhone);
  return (
    <Page>
      <PageHeader title={t('title')} note={t('note')} />
      <Card title={t('look')}>
        <div className={styles.choices}>
          <LanguageChoice />
          <ThemeChoice />
          {/* Cards have one height. */}
          {isCards ? null : <DensityChoice />}
        </div>
      </Card>
      <Card title={t('keysTitle')}>
        <div className={styles.choices}>
          <LockChoice />
        </div>
      </Card>
      {hasKeys ? (
        <Card title={t('shortcuts')}>
          <ShortcutsList />
        </Card>
      ) : null}
      <StorageCard />
    </Page>
  );
}

function LanguageChoice() {
  const t = useTranslations('settings');
  const { language, setLanguage } = useLanguage();
  return (
    <>
      <span>{t('language')}</span>
      <Segmented
        label={t('language')}
        value={language}
        onChange={setLanguage}
        options={languageCodes.map((value) => ({ value, label: languages[value].name }))}
      />
    </>
  );
}

/** After how long without input keys leave every tab. */
function LockChoice() {
  const t = useTranslations('settings');
  const [after, setAfter] = useState(lockAfter);
  return (
    <>
      <span>{t('lockAfter')}</span>
      <Segmented
        label={t('lockAfter')}
        value={String(after)}
        onChange={(value) => {
          const choice = lockChoices.find((minutes) => String(minutes) === value) ?? null;
          setLockAfter(choice);
          setAfter(choice);
        }}
        options={lockChoices.map((minutes) => ({
          value: String(minutes),
          label:
            minutes === null
              ? t('never')
              : minutes < 60
                ? t('minutes', { minutes })
                : t('hours', { hours: minutes / 60 }),
        }))}
      />
    </>
  );
}

const themeIcons: Record<Theme, typeof SunIcon> = { system: ScreenIcon, light: SunIcon, dark: MoonIcon };

function ThemeChoice() {
  const t = useTranslations('settings');
  const { theme } = useAppearance();
  return (
    <>
      <span>{t('theme')}</span>
      <Segmented
        label={t('theme')}
        value={theme}
        onChange={setTheme}
        options={themes.map((value) => {
          const ThemeIcon = themeIcons[value];
          return { value, label: t(value), icon: <ThemeIcon size={14} /> };
        })}
      />
    </>
  );
}

function DensityChoice() {
  const t = useTranslations('settings');
  const { density } = useAppearance();
  return (
    <>
      <span>{t('density')}</span>
      <Segmented<Density>
        label={t('density')}
        value={density}
        onChange={setDensity}
        options={densities.map((value) => ({ value, label: t(value) }))}
      />
    </>
  );
}
