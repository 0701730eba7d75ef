import type { FieldKind } from '../../contract/fields';
import {
  BracesIcon,
  DateIcon,
  FileIcon,
  type Icon,
  LinkIcon,
  ListIcon,
  LocationIcon,
  MenuIcon,
  NumberIcon,
  SwitchIcon,
  TextIcon,
  UserIcon,
} from '../../ui/icons/icons';

const icons: Record<FieldKind, Icon> = {
  text: TextIcon,
  'long-text': MenuIcon,
  number: NumberIcon,
  date: DateIcon,
  switch: SwitchIcon,
  option: ListIcon,
  user: UserIcon,
  relation: LinkIcon,
  file: FileIcon,
  location: LocationIcon,
  json: BracesIcon,
};

/** The sign of a kind; decoration beside its name. */
export function KindIcon({ kind, size = 12 }: { kind: FieldKind; size?: number }) {
  const Sign = icons[kind];
  return <Sign size={size} />;
}
