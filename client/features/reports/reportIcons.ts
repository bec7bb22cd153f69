export const reportIcons = {
  save: '<path d="M10 12.500V3.500M6.500 6.500 10 3l3.500 3.500M3.500 12v4.500h13V12"/>',
} as const;
