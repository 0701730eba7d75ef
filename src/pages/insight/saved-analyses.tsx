import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Id } from '../../contract/ids';
import { formatJson, isJsonObject, type Json, parseJson } from '../../contract/json';
import { type Analysis, formatAnalysis, parseAnalysis } from '../../insight/questions/analysis';
import { changeTableSetting, readTableSetting } from '../../storage/database';
import { Button, IconButton } from '../../ui/form/button';
import { TextField } from '../../ui/form/text-field';
import { TrashIcon } from '../../ui/icons/later-icons';
import { Popover } from '../../ui/overlay/popover';
import { showToast } from '../../ui/overlay/toast';
import styles from './insight.module.css';

/** What was on the page, as the address has it. */
interface SavedAnalysis {
  name: string;
  analysis: string;
}

const settingName = 'insight-analyses';

interface SavedAnalysesProps {
  environment: string;
  tableId: Id;
  analysis: Analysis;
  onOpen(analysis: Analysis): void;
}

/** Groups, charts, searches and queries that this browser keeps for the table. */
export function SavedAnalyses({ environment, tableId, analysis, onOpen }: SavedAnalysesProps) {
  const t = useTranslations('insight');
  const client = useQueryClient();
  const [name, setName] = useState('');
  const place = { environment, table_id: tableId, name: settingName };
  const queryKey = [settingName, environment, tableId];
  const { data: saved = [] } = useQuery({
    queryKey,
    queryFn: async () => analysesOf(await readTableSetting(place)),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

  async function change(next: (now: readonly SavedAnalysis[]) => SavedAnalysis[]) {
    try {
      const kept = await changeTableSetting(place, (now) => formatJson(next(analysesOf(now)) as unknown as Json));
      client.setQueryData(queryKey, analysesOf(kept));
    } catch {
      showToast({ kind: 'bad', title: t('notSaved') });
    }
  }

  const wanted = name.trim();
  return (
    <Popover
      label={t('saved')}
      trigger={
        <Button size="small" kind="ghost">
          {t('savedCount', { count: saved.length })}
        </Button>
      }
      align="end"
    >
      {(close) => (
        <div className={styles.choices}>
          <form
            className={styles.saveForm}
            onSubmit={(event) => {
              event.preventDefault();
              if (wanted === '') return;
              void change((now) => [
                ...now.filter((each) => each.name !== wanted),
                { name: wanted, analysis: formatAnalysis(analysis) },
              ]);
              setName('');
            }}
          >
            <TextField
              label={t('savedName')}
              hideLabel
              size="small"
              placeholder={t('savedName')}
              value={name}
              onChange={setName}
              autoFocus
            />
            <Button type="submit" size="small" disabledReason={wanted === '' ? t('nameFirst') : null}>
              {t('save')}
            </Button>
          </form>
          <ul className={styles.choiceList} aria-label={t('saved')}>
            {saved.map((each) => (
              <li key={each.name} className={styles.saved}>
                <button
                  type="button"
                  className={styles.choice}
                  onClick={() => {
                    close();
                    onOpen(parseAnalysis(each.analysis));
                  }}
                >
                  {each.name}
                </button>
                <IconButton
                  size="small"
                  label={t('removeSaved', { name: each.name })}
                  icon={<TrashIcon size={14} />}
                  onClick={() => void change((now) => now.filter(({ name }) => name !== each.name))}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Popover>
  );
}

function analysesOf(kept: unknown): SavedAnalysis[] {
  try {
    const json = typeof kept === 'string' ? parseJson(kept) : [];
    return (Array.isArray(json) ? json : []).flatMap((each) =>
      isJsonObject(each) && typeof each.name === 'string' && typeof each.analysis === 'string'
        ? [{ name: each.name, analysis: each.analysis }]
        : [],
    );
  } catch {
    return [];
  }
}
