import { icon } from './icons';

// Icons outside the first load: one module, loaded whole when one of them is needed.

export const ChevronUpIcon = icon('m8 14 4-4 4 4');
export const ChevronRightIcon = icon('m10 8 4 4-4 4');
export const ChevronLeftIcon = icon('m14 8-4 4 4 4');
export const MinusIcon = icon('M6 12h12');
export const EyeIcon = icon('M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0');
export const ScreenIcon = icon(
  'M5 4h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM8 20h8m-4-4v4',
);
export const ExternalIcon = icon('M14 4h6v6m0-6-9 9M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4');
export const MoreIcon = icon(
  'M5 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M17 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
);
export const PauseIcon = icon('M8 5v14m8-14v14');
export const PlayIcon = icon('M7 5l12 7-12 7z');
export const SendIcon = icon('M20 4 3 11l7 3 3 7zm0 0L10 14');
export const EyeOffIcon = icon(
  'M4 4l16 16M10 5.2A9.7 9.7 0 0 1 12 5c6 0 10 7 10 7a17 17 0 0 1-3 3.6M6.4 6.6A16.6 16.6 0 0 0 2 12s4 7 10 7a9.6 9.6 0 0 0 4.7-1.300M9.9 9.900a3 3 0 0 0 4.2 4.2',
);
export const TrashIcon = icon('M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5m4-5v5');
export const ArrowRightIcon = icon('M5 12h14m-5-5 5 5-5 5');
export const UndoIcon = icon('M4 9h10a6 6 0 0 1 0 12h-3M4 9l4-4M4 9l4 4');
export const RedoIcon = icon('M20 9H10a6 6 0 0 0 0 12h3m7-12-4-4m4 4-4 4');
export const EditIcon = icon('M4 20h4L19 9l-4-4L4 16zm9-13 4 4');
export const StopIcon = icon('M7 6h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-10a1 1 0 0 1-1-1v-10a1 1 0 0 1 1-1z');
export const GripIcon = icon('M9 6v.1M9 12v.1M9 18v.1M15 6v.1M15 12v.1M15 18v.1');
export const SwapIcon = icon('M4 8h15m-4-4 4 4-4 4M20 16H5m4-4-4 4 4 4');
export const BarsIcon = icon('M6 20v-6m6 6V5m6 15v-9');
