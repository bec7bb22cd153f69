export const checkoutIcons = {
  plus: '<path d="M10 4v12M4 10h12"/>',
  clock: '<circle cx="10" cy="10" r="7.5"/><path d="M10 5.500V10l3 2"/>',
  mail: '<rect x="2.500" y="4.500" width="15" height="11" rx="1.500"/><path d="m3 5.500 7 5.500 7-5.500"/>',
  card: '<rect x="2.500" y="4.500" width="15" height="11" rx="1.500"/><path d="M2.500 8.500h15"/>',
} as const;
