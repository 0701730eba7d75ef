import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatJson, isJsonObject, type Json, parseJson } from '../../../contract/json';
import { changeTableSetting, readTableSetting } from '../../../storage/database';
import { Button, IconButton } from '../../../ui/form/button';
import { TextField } from '../../../ui/form/text-field';
import { TrashIcon } from '../../../ui/icons/later-icons';
import { Popover } from '../../../ui/overlay/popover';
import { showToast } from '../../../ui/overlay/toast';
import styles from '../insight.module.css';

interface SavedQuery {
  name: string;
  sql: string;
}

const settingName = 'insight-queries';

interface SavedQueriesProps {
  environment: string;
  tableId: string;
  /** The query in the editor. */
  text: string;
  onOpen(sql: string): void;
}

/** Queries that this browser keeps for the table. */
export function SavedQueries({ environment, tableId, text, onOpen }: SavedQueriesProps) {
  const t = useTranslations('insight');
  const client = useQueryClient();
  const [name, setName] = useState('');
  const place = { environment, table_id: tableId, name: settingName };
  const queryKey = [settingName, environment, tableId];
  const { data: saved = [] } = useQuery({
    queryKey,
    queryFn: async () => queriesOf(await readTableSetting(place)),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

  async function change(next: (now: readonly SavedQuery[]) => SavedQuery[]) {
    try {
      const kept = await changeTableSetting(place, (now) => formatJson(next(queriesOf(now)) as unknown as Json));
      client.setQueryData(queryKey, queriesOf(kept));
    } catch {
      showToast({ kind: 'bad', title: t('notSaved') });
    }
  }

  const wanted = name.trim();
  return (
    <Popover
      label={t('savedQueries')}
      trigger={<Button>{t('savedQueriesCount', { count: saved.length })}</Button>}
      align="start"
    >
      {(close) => (
        <div className={styles.choices}>
          <form
            className={styles.saveForm}
            onSubmit={(event) => {
              event.preventDefault();
              if (wanted === '') return;
              void change((now) => [...now.filter((each) => each.name !== wanted), { name: wanted, sql: text }]);
              setName('');
            }}
          >
            <TextField
              label={t('queryName')}
              hideLabel
              size="small"
              placeholder={t('queryName')}
              value={name}
              onChange={setName}
              autoFocus
            />
            <Button type="submit" size="small" disabledReason={wanted === '' ? t('nameFirst') : null}>
              {t('save')}
            </Button>
          </form>
          <ul className={styles.choiceList} aria-label={t('savedQueries')}>
            {saved.map((query) => (
              <li key={query.name} className={styles.savedQuery}>
                <button
                  type="button"
                  className={styles.choice}
                  onClick={() => {
                    close();
                    onOpen(query.sql);
                  }}
                >
                  {query.name}
                </button>
                <IconButton
                  size="small"
                  label={t('removeQuery', { name: query.name })}
                  icon={<TrashIcon size={14} />}
                  onClick={() => void change((now) => now.filter((each) => each.name !== query.name))}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Popover>
  );
}

function queriesOf(kept: unknown): SavedQuery[] {
  try {
    const json = typeof kept === 'string' ? parseJson(kept) : [];
    return (Array.isArray(json) ? json : []).flatMap((each) =>
      isJsonObject(each) && typeof each.name === 'string' && typeof each.sql === 'string'
        ? [{ name: each.name, sql: each.sql }]
        : [],
    );
  } catch {
    return [];
  }
}
