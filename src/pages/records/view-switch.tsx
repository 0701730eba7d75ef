import { useLocation, useParams } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { LinkTabs } from '../../ui/layout/link-tabs';
import { paths } from '../../url/paths';
import { formatRecordsAddress, readRecordsAddress } from '../../url/records-address';
import styles from './records-header.module.css';

/** The way from the rows to their figures, with the filter of the rows; and the alias of the table, which may wait as well. */
export function ViewSwitch({ alias }: { alias: string | null | undefined }) {
  const t = useTranslations('insight');
  const { env = '', space = '', table = '' } = useParams();
  const { pathname, search } = useLocation();
  const { filter } = readRecordsAddress(new URLSearchParams(search)).search;
  return (
    <>
      <LinkTabs
        label={t('switch')}
        items={[
          { to: pathname + search, label: t('rows'), isCurrent: true },
          {
            to: paths.insight({ env, space, table }, formatRecordsAddress({ filter })),
            label: t('title'),
            isCurrent: false,
          },
        ]}
      />
      {alias ? <span className={styles.alias}>{alias}</span> : null}
    </>
  );
}
