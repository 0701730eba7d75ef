import { Link, useLocation } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/form/button';
import { QuestionIcon, SearchIcon, SettingsIcon } from '../../ui/icons/icons';
import { Tooltip } from '../../ui/overlay/tooltip';
import { QuickSwitches } from '../../ui/theme/quick-switches';
import { paths } from '../../url/paths';
import { showDialog } from './open-dialog';
import styles from './rail.module.css';

/** Palette, shortcuts, theme, language, settings: a row of quiet icons. */
export function RailTools() {
  const t = useTranslations('frame');
  const { pathname } = useLocation();
  return (
    <div className={styles.tools}>
      <IconButton label={t('palette')} icon={<SearchIcon />} onClick={() => showDialog('palette')} />
      <IconButton label={t('shortcuts')} icon={<QuestionIcon />} onClick={() => showDialog('shortcuts')} />
      <QuickSwitches />
      <Tooltip label={t('settings')}>
        <Link
          to={paths.settings()}
          aria-label={t('settings')}
          aria-current={pathname === paths.settings() ? 'page' : undefined}
          className={styles.tool}
        >
          <SettingsIcon />
        </Link>
      </Tooltip>
    </div>
  );
}
