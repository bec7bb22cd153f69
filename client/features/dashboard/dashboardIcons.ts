/** Not in Icon.tsx, which is in the entry chunk. */
export const dashboardIcons = {
  home: '<path d="m3 9 7-6 7 6v8h-5v-5H8v5H3z"/>',
  box: '<path d="m10 2 7 4v8l-7 4-7-4V6zM3 6l7 4 7-4M10 10v8"/>',
  users:
    '<circle cx="7.5" cy="7" r="3"/><path d="M2 17c0-3 2.5-5 5.5-5s5.5 2 5.5 5M13 4.5a3 3 0 0 1 0 5.5M15 12.5c2 .7 3 2.3 3 4.5"/>',
  user: '<circle cx="10" cy="7" r="3.2"/><path d="M4 17c0-3 2.7-5 6-5s6 2 6 5"/>',
  plus: '<path d="M10 4v12M4 10h12"/>',
  gear: '<circle cx="10" cy="10" r="2.6"/><path d="M10 2v2.5M10 15.5V18M2 10h2.5M15.5 10H18M4.3 4.3l1.8 1.8M13.9 13.9l1.8 1.8M4.3 15.7l1.8-1.8M13.9 6.1l1.8-1.8"/>',
  bag: '<path d="M5 7h10l1 10H4zM7.5 7V5.5a2.5 2.5 0 0 1 5 0V7"/>',
  receipt: '<path d="M5 2.5h10v15L12.5 16 10 17.5 7.5 16 5 17.5zM8 7h4M8 10.5h4"/>',
  layers: '<path d="m10 3 7 3.5-7 3.5-7-3.5zM3 10l7 3.5 7-3.5M3 13.5 10 17l7-3.5"/>',
  card: '<rect x="2.5" y="4.5" width="15" height="11" rx="1.5"/><path d="M2.5 8.5h15"/>',
  chat: '<path d="M3 4h14v10H9.5L6 17v-3H3zM6.500 7.500h7M6.500 10.500h4"/>',
  mail: '<path d="M3 5h14v10H3zM3 6l7 5 7-5"/>',
  bolt: '<path d="M11 2 4 11.500h5L8.500 18 16 8.500h-5z"/>',
  bars: '<path d="M4 17V9M10 17V3M16 17v-6"/>',
  chart: '<path d="M3 3v14h14M6 13l3.500-4 3 2.500L17 6"/>',
  truck: '<path d="M2 5h9v9H2zM11 8h4l3 3v3h-7z"/><circle cx="6" cy="15" r="1.6"/><circle cx="14.5" cy="15" r="1.6"/>',
  percent: '<path d="M15 5 5 15"/><circle cx="6" cy="6" r="2"/><circle cx="14" cy="14" r="2"/>',
  out: '<path d="M8 4H4v12h4M12 6l4 4-4 4M7 10h9"/>',
} as const;
