/** Not in Icon.tsx, which is in the entry chunk. */
export const settingsIcons = {
  edit: '<path d="M4 16l.8-3.600L13 4.200a1.400 1.400 0 0 1 2 0l.8.8a1.400 1.400 0 0 1 0 2L7.600 15.200z"/><path d="M11.500 5.700l2.800 2.800"/>',
  plus: '<path d="M10 4v12M4 10h12"/>',
  upload: '<path d="M10 12.500V3.500M6.500 6.500 10 3l3.500 3.500M3.500 12v4.500h13V12"/>',
} as const;
