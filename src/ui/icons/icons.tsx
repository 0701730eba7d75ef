import type { ReactElement, SVGProps } from 'react';
import { classNames } from '../hooks/class-names';
import styles from './icons.module.css';

type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'> & {
  /** Edge length in px; 16 by default. */
  size?: number;
};
export type Icon = (props: IconProps) => ReactElement;

/** An outline drawn on a 24 grid with a 1.6 stroke. Icons are decoration: the control beside or around names itself. */
export function icon(outline: string): Icon {
  return ({ size = 16, className, ...rest }) => (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      {...rest}
      className={classNames(styles.icon, className)}
    >
      <path d={outline} />
    </svg>
  );
}

export const TableIcon = icon(
  'M5 4h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-12a2 2 0 0 1 2-2zM3 10h18M9 4v16',
);
export const JobsIcon = icon('M4 6h10M4 12h16M4 18h7m6-14 3 2-3 2');
export const FileIcon = icon('M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8zm0 0v5h5');
export const KeyIcon = icon('M4 15a4 4 0 1 0 8 0a4 4 0 1 0-8 0M11 12l8-8m-3 3 3 3');
export const BellIcon = icon('M6 9a6 6 0 1 1 12 0c0 6 2 7 2 7H4s2-1 2-7M10 20h4');
export const ActivityIcon = icon('M3 12h4l3-8 4 16 3-8h4');
export const TerminalIcon = icon('m5 8 4 4-4 4M12 16h7');
export const ServerIcon = icon(
  'M6 4h12a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2zM6 13h12a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2zM8 7.500v.1M8 16.500v.1',
);
export const SearchIcon = icon('M5 11a6 6 0 1 0 12 0a6 6 0 1 0-12 0M20 20l-4.5-4.5');
export const FilterIcon = icon('M4 5h16l-6 8v5l-4 2v-7z');
export const RefreshIcon = icon('M20 11a8 8 0 1 0-2 6m2 3v-5h-5');
export const UploadIcon = icon('M12 15V3m0 0L8 7m4-4 4 4M4 19h16');
export const DownloadIcon = icon('M12 3v12m0 0-4-4m4 4 4-4M4 19h16');
export const ColumnsIcon = icon('M4 5h4v14H4zM10 5h4v14h-4zM16 5h4v14h-4z');
export const OrderIcon = icon('M7 4v16m0 0-3-3m3 3 3-3M17 20V4m0 0-3 3m3-3 3 3');
export const ChevronDownIcon = icon('m8 10 4 4 4-4');
export const ArrowDownIcon = icon('M12 5v14m5-5-5 5-5-5');
export const ArrowUpIcon = icon('M12 19V5M7 10l5-5 5 5');
export const CloseIcon = icon('M6 6l12 12M18 6 6 18');
export const CheckIcon = icon('m5 12 5 5 9-11');
export const PlusIcon = icon('M12 5v14M5 12h14');
export const CopyIcon = icon(
  'M11 9h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM5 15H4V6a2 2 0 0 1 2-2h9v1',
);
export const LockIcon = icon(
  'M7 11h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2zM8 11V8a4 4 0 0 1 8 0v3',
);
export const UnlockIcon = icon(
  'M7 11h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2zM8 11V8a4 4 0 0 1 7.5-1.9',
);
export const WarningIcon = icon('M12 4 2.8 20h18.400zm0 6v4.500m0 2.600v.1');
export const QuestionIcon = icon(
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9.5 9.500a2.5 2.5 0 1 1 3.6 2.200c-.8.4-1.1.9-1.1 1.800m0 2.700v.1',
);
export const SunIcon = icon(
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 2v2m0 16v2M2 12h2m16 0h2M4.9 4.900l1.4 1.400m11.4 11.4 1.4 1.400m0-14.2-1.4 1.400M6.3 17.700l-1.4 1.4',
);
export const MoonIcon = icon('M20 14.500A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.500z');
export const LinkIcon = icon(
  'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.700l-1.2 1.200M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.700l1.2-1.2',
);
export const SettingsIcon = icon(
  'M4 7h9m5 0h2M4 17h2m5 0h9M13 7a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M6 17a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
);
export const MenuIcon = icon('M4 7h16M4 12h16M4 17h16');
export const SidebarIcon = icon('M5 4h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-12a2 2 0 0 1 2-2zM9 4v16');
export const ClockIcon = icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7v5l3 2');
export const GlobeIcon = icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18');
export const TextIcon = icon('M5 6h14M12 6v13');
export const NumberIcon = icon('M9 4 7 20M17 4l-2 16M4 9h16M4 15h16');
export const DateIcon = icon(
  'M6 5h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2zM4 10h16M8 3v4m8-4v4',
);
export const UserIcon = icon('M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4 21c1-5 4-7 8-7s7 2 8 7');
export const LocationIcon = icon(
  'M12 21s7-6.5 7-12a7 7 0 0 0-14 0c0 5.5 7 12 7 12M9.5 9a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
);
export const BracesIcon = icon(
  'M9 4H8a2 2 0 0 0-2 2v4l-2 2 2 2v4a2 2 0 0 0 2 2h1M15 4h1a2 2 0 0 1 2 2v4l2 2-2 2v4a2 2 0 0 1-2 2h-1',
);
export const ListIcon = icon('M9 6h11M9 12h11M9 18h11M5 6v.1M5 12v.1M5 18v.1');
export const SwitchIcon = icon(
  'M8 7h8a5 5 0 0 1 5 5a5 5 0 0 1-5 5h-8a5 5 0 0 1-5-5a5 5 0 0 1 5-5zM14 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
);
export const PinIcon = icon('M9 4h6l-1 6 3 3H7l3-3zm3 9v7');
export const ErrorIcon = icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 7.500v5.500m0 3.200v.1');
export const InfoIcon = icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 11v5m0-8.200v.1');
