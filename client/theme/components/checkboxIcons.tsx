const box = (mark?: string) => (
  <svg width="1.25rem" height="1.25rem" viewBox="0 0 20 20" stroke="currentColor" aria-hidden="true" focusable="false">
    <rect x="0.5" y="0.5" width="19" height="19" rx="3" fill={mark ? 'currentColor' : 'none'} />
    {mark && <path d={mark} fill="none" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />}
  </svg>
);

export const checkboxIcons = {
  icon: box(),
  checkedIcon: box('m5 10.5 3.5 3.5 7-8'),
  indeterminateIcon: box('M5 10h10'),
};
