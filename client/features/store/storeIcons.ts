export const storeIcons = {
  edit: '<path d="M4 16l.8-3.600L13 4.200a1.400 1.400 0 0 1 2 0l.8.8a1.400 1.400 0 0 1 0 2L7.600 15.200z"/><path d="M11.500 5.700l2.800 2.800"/>',
  copy: '<rect x="7" y="7" width="9.500" height="9.500" rx="1.500"/><path d="M13 7V5a1.500 1.500 0 0 0-1.500-1.500h-6A1.500 1.500 0 0 0 4 5v6.500A1.500 1.500 0 0 0 5.500 13H7"/>',
  plus: '<path d="M10 4v12M4 10h12"/>',
  upload: '<path d="M10 12.500V3.500M6.500 6.500 10 3l3.500 3.500M3.500 12v4.500h13V12"/>',
  refresh: '<path d="M16 6v4h-4M4 14v-4h4"/><path d="M15.5 10A5.6 5.6 0 0 0 5 7.5M4.5 10A5.6 5.6 0 0 0 15 12.5"/>',
  clock: '<circle cx="10" cy="10" r="7.5"/><path d="M10 5.500V10l3 2"/>',
  trash: '<path d="M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6"/>',
} as const;
