import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import { useTableLists, workspacesOptions } from '../../api/queries/tables';
import type { Client } from '../../api/wire/client';
import { useEndKey } from '../../pages/connect/use-end-key';
import { pageCommands } from '../../pages/records/page-commands';
import { useStore } from '../../state/store';
import { languages, nextLanguage } from '../../texts/languages';
import { useLanguage } from '../../texts/texts-provider';
import { keylessPhone, useMedia } from '../../ui/hooks/use-media';
import {
  CloseIcon,
  ColumnsIcon,
  DownloadIcon,
  FilterIcon,
  GlobeIcon,
  type Icon,
  KeyIcon,
  ListIcon,
  LockIcon,
  MoonIcon,
  NumberIcon,
  OrderIcon,
  PlusIcon,
  QuestionIcon,
  RefreshIcon,
  SearchIcon,
  ServerIcon,
  SettingsIcon,
  SunIcon,
  TableIcon,
  UploadIcon,
} from '../../ui/icons/icons';
import { EditIcon, RedoIcon, SendIcon, TrashIcon, UndoIcon } from '../../ui/icons/later-icons';
import { type Command, keysOf } from '../../ui/shortcuts/shortcuts';
import { setTheme, useIsDark } from '../../ui/theme/appearance';
import { paths } from '../../url/paths';
import { showDialog } from '../frame/open-dialog';
import { railPagesOf } from '../frame/rail-pages';
import { usePlace } from '../start/last-place';

/** One thing that the palette leads to or does. */
export interface PaletteEntry {
  key: string;
  label: string;
  /** Second text: an id, a type. It is searched as well. */
  hint?: string;
  icon: Icon;
  /** Shortcut that does the same, as for `Kbd`. */
  keys?: string;
  /** It leads to another page, which takes the focus; otherwise that goes back to where it was. */
  leads?: true;
  /** It opens over the page: once the focus is back where that has to find it again. */
  over?: true;
  run: () => void;
}

export interface PaletteGroup {
  title: string;
  entries: PaletteEntry[];
}

/** Pages and commands: what the palette has without a key. */
export function useCommonGroups(): PaletteGroup[] {
  const t = useTranslations('frame');
  const navigate = useNavigate();
  const { env, connection } = usePlace();
  const dark = useIsDark();
  const endKey = useEndKey();
  const { language, setLanguage } = useLanguage();
  const next = nextLanguage(language);
  const lock: PaletteEntry[] =
    env && connection
      ? [
          {
            key: 'lock',
            label: t('lockKey'),
            icon: LockIcon,
            // It may ask first.
            over: true,
            run: () => void endKey.lock(connection.client),
          },
        ]
      : [];
  const shortcuts: PaletteEntry[] = useMedia(keylessPhone)
    ? []
    : [
        {
          key: 'shortcuts',
          label: t('shortcuts'),
          keys: keysOf('help'),
          icon: QuestionIcon,
          over: true,
          run: () => showDialog('shortcuts'),
        },
      ];
  const to = (key: string, label: string, icon: Icon, path: string): PaletteEntry => ({
    key,
    label,
    icon,
    leads: true,
    run: () => void navigate(path),
  });
  const pages = env
    ? railPagesOf(connection?.client.environment).map(({ name, icon, path }) => to(name, t(name), icon, path(env)))
    : [];
  return [
    {
      title: t('palettePages'),
      entries: [
        ...(env ? [to('workspaces', t('workspaces'), ServerIcon, paths.workspaces({ env }))] : []),
        ...pages,
        to('connect', t('connect'), KeyIcon, paths.connect(env ? { environment: env } : {})),
        to('settings', t('settings'), SettingsIcon, paths.settings()),
      ],
    },
    {
      title: t('paletteCommands'),
      entries: [
        {
          key: 'theme',
          label: dark ? t('switchToLight') : t('switchToDark'),
          icon: dark ? SunIcon : MoonIcon,
          run: () => setTheme(dark ? 'light' : 'dark'),
        },
        {
          key: 'language',
          label: languages[next].use,
          icon: GlobeIcon,
          run: () => setLanguage(next),
        },
        ...shortcuts,
        ...lock,
        ...(env && connection ? [to('forget', t('forgetKey'), LockIcon, paths.connect({ environment: env }))] : []),
      ],
    },
  ];
}

/** Tables and workspaces: what the palette has with a key. */
export function useConnectedGroups(client: Client): PaletteGroup[] {
  const t = useTranslations('frame');
  const navigate = useNavigate();
  const records = useTranslations('records');
  const { space, table } = usePlace();
  const env = client.environment.name;
  // Who opens it asks for them: on another page, opened afresh, none is known.
  const tables = useTableLists(client, space ?? '', space !== null).flatMap(({ data }) => data?.data ?? []);
  const workspaces = useQuery(workspacesOptions(client)).data?.data ?? [];
  const here = tables.find(({ table_id }) => table_id === table);
  const query = useTranslations('query');
  const changes = useTranslations('changes');
  const jobs = useTranslations('jobs');
  const shortcut = useTranslations('shortcuts');
  const commands = useStore(pageCommands);
  // Actions on the current table are above links to others.
  const entries: PaletteEntry[] = [];
  if (here && space) {
    const toImport = () => void navigate(paths.import({ env, space, table: here.table_id }));
    if (here.type === 'ext')
      entries.push({ key: 'import', label: records('import'), icon: UploadIcon, leads: true, run: toImport });
    const over: [keyof typeof commands, string, Icon, Command?][] = [
      ['export', records('export'), DownloadIcon],
      ['newRecord', records('newRecord'), PlusIcon, 'newRecord'],
      ['editFilter', query('filter'), FilterIcon],
      ['addCondition', query('addCondition'), FilterIcon, 'addCondition'],
      ['clearFilter', query('clearFilter'), CloseIcon],
      ['sort', query('order'), OrderIcon],
      ['find', shortcut('findText'), SearchIcon, 'findText'],
      ['goToRow', records('goToRow'), NumberIcon, 'goToRow'],
      ['changeMatching', records('changeMatching'), EditIcon],
      ['deleteRecords', records('deleteRecords'), TrashIcon],
      ['columns', records('columns'), ColumnsIcon],
      ['views', query('views'), ListIcon],
      ['refresh', records('refresh'), RefreshIcon],
      ['undo', changes('undo'), UndoIcon, 'undo'],
      ['review', shortcut('review'), SendIcon, 'review'],
      ['undoJob', jobs('undo'), UndoIcon],
      ['redoJob', jobs('redo'), RedoIcon],
    ];
    for (const [key, label, icon, command] of over) {
      const run = commands[key];
      if (run) entries.push({ key, label, icon, keys: command && keysOf(command), over: true, run });
    }
  }
  return [
    { title: here?.name || t('paletteTables'), entries },
    {
      title: t('paletteTables'),
      entries: tables.map((table) => ({
        key: table.table_id,
        label: table.name || table.table_id,
        hint: [table.alias, table.type, table.table_id].filter(Boolean).join(' · '),
        icon: TableIcon,
        leads: true as const,
        run: () => void navigate(paths.records({ env, space: table.space_id || (space ?? ''), table: table.table_id })),
      })),
    },
    {
      title: t('paletteWorkspaces'),
      entries: workspaces.map((workspace) => ({
        key: workspace.space_id,
        label: workspace.name || workspace.space_id,
        hint: workspace.space_id,
        icon: ServerIcon,
        leads: true as const,
        run: () => void navigate(paths.tables({ env, space: workspace.space_id, type: 'ext' })),
      })),
    },
  ];
}

/** Entries of one group that are listed at most: a long list is found by typing, not by scrolling. */
const shownOfGroup = 30;

/**
 * The entries that match what was typed: each word of the query is somewhere in label or hint, in any order; where none does, the title of the group counts as
 * well. Entries whose label begins with it come first; groups without a match are left out. Pure.
 */
export function matchEntries(groups: readonly PaletteGroup[], query: string): PaletteGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = matching(groups, words, false);
  return found.length > 0 ? found : matching(groups, words, true);
}

function matching(groups: readonly PaletteGroup[], words: readonly string[], byTitle: boolean): PaletteGroup[] {
  const begins = (entry: PaletteEntry) => entry.label.toLowerCase().startsWith(words.join(' '));
  return groups
    .map(({ title, entries }) => {
      const found = entries.filter((entry) => {
        const text = `${entry.label} ${entry.hint ?? ''} ${byTitle ? title : ''}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
      const ordered = words.length ? [...found.filter(begins), ...found.filter((entry) => !begins(entry))] : found;
      return { title, entries: ordered.slice(0, shownOfGroup) };
    })
    .filter(({ entries }) => entries.length > 0);
}
