export const lineList = { m: 0, p: 0, listStyle: 'none' } as const;
export const panelFoot = {
  display: 'flex',
  flexDirection: { xs: 'column', sm: 'row' },
  justifyContent: 'space-between',
  alignItems: { xs: 'stretch', sm: 'center' },
  gap: 1.5,
} as const;
