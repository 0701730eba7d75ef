import { icon } from './icons';

// Icons of what is not part of the first load: a module is one piece, and comes whole with whoever needs one of them first.

export const ChevronUpIcon = icon(<path d="m8 14 4-4 4 4" />);
export const ChevronRightIcon = icon(<path d="m10 8 4 4-4 4" />);
export const ChevronLeftIcon = icon(<path d="m14 8-4 4 4 4" />);
export const MinusIcon = icon(<path d="M6 12h12" />);
export const EyeIcon = icon(
  <>
    <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12" />
    <circle cx="12" cy="12" r="3" />
  </>,
);
export const ScreenIcon = icon(
  <>
    <rect x="3" y="4" width="18" height="12" rx="2" />
    <path d="M8 20h8m-4-4v4" />
  </>,
);
export const ExternalIcon = icon(
  <path d="M14 4h6v6m0-6-9 9M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4" />,
);
export const MoreIcon = icon(
  <>
    <circle cx="6" cy="12" r="1" />
    <circle cx="12" cy="12" r="1" />
    <circle cx="18" cy="12" r="1" />
  </>,
);
export const PauseIcon = icon(<path d="M8 5v14m8-14v14" />);
export const PlayIcon = icon(<path d="M7 5l12 7-12 7z" />);
export const SendIcon = icon(<path d="M20 4 3 11l7 3 3 7zm0 0L10 14" />);
export const EyeOffIcon = icon(
  <path d="M4 4l16 16M10 5.2A9.7 9.7 0 0 1 12 5c6 0 10 7 10 7a17 17 0 0 1-3 3.6M6.4 6.6A16.6 16.6 0 0 0 2 12s4 7 10 7a9.6 9.6 0 0 0 4.7-1.300M9.9 9.900a3 3 0 0 0 4.2 4.2" />,
);
export const TrashIcon = icon(<path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5m4-5v5" />);
export const ArrowRightIcon = icon(<path d="M5 12h14m-5-5 5 5-5 5" />);
export const UndoIcon = icon(<path d="M4 9h10a6 6 0 0 1 0 12h-3M4 9l4-4M4 9l4 4" />);
export const RedoIcon = icon(<path d="M20 9H10a6 6 0 0 0 0 12h3m7-12-4-4m4 4-4 4" />);
export const EditIcon = icon(<path d="M4 20h4L19 9l-4-4L4 16zm9-13 4 4" />);
export const ServerIcon = icon(
  <>
    <rect x="4" y="4" width="16" height="7" rx="2" />
    <rect x="4" y="13" width="16" height="7" rx="2" />
    <path d="M8 7.500v.1M8 16.500v.1" />
  </>,
);
export const ErrorIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.500v5.500m0 3.200v.1" />
  </>,
);
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5m0-8.200v.1" />
  </>,
);
export const StopIcon = icon(<rect x="6" y="6" width="12" height="12" rx="1" />);
