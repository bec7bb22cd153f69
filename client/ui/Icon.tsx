import { SvgIcon } from './SvgIcon';

const paths = {
  search: '<circle cx="9" cy="9" r="6"/><path d="m14 14 4 4"/>',
  cart: '<path d="M3 4h2l2 10h9l2-7H6"/><circle cx="8.5" cy="17" r="1.2"/><circle cx="15" cy="17" r="1.2"/>',
  picture:
    '<rect x="2.5" y="4" width="15" height="12" rx="1.5"/><circle cx="7" cy="8.2" r="1.3"/><path d="m3 14.5 4.2-3.7 3 2.4 3-3.2 4.3 4"/>',
  menu: '<path d="M3 6h14M3 10h14M3 14h14"/>',
  close: '<path d="m5 5 10 10M15 5 5 15"/>',
  truck:
    '<path d="M1.5 5h10v9h-10zM11.5 8h3.5l3 3v3h-6.5z"/><circle cx="5.5" cy="15" r="1.6"/><circle cx="14.5" cy="15" r="1.6"/>',
  lock: '<rect x="4" y="9" width="12" height="8" rx="2"/><path d="M7 9V6.5a3 3 0 0 1 6 0V9"/>',
  chat: '<path d="M3 5h14v9H9l-4 3v-3H3z"/>',
  arrow: '<path d="M4 10h12M11 5l5 5-5 5"/>',
  filter: '<path d="M3 5h14M6 10h8M9 15h2"/>',
  warn: '<path d="M10 3 2 17h16zM10 8v4M10 14.5v.1"/>',
  check: '<path d="m4 10 4 4 8-9"/>',
  back: '<path d="M8 7 4 11l4 4M4 11h8a4 4 0 0 0 0-8h-1"/>',
} as const;

interface Props {
  name: keyof typeof paths;
  className?: string;
  size?: number;
}

export function Icon({ name, ...props }: Props) {
  return <SvgIcon lines={paths[name]} {...props} />;
}
