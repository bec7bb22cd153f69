import Typography from '@mui/material/Typography';

interface Props {
  color: 'success' | 'warning' | 'error';
  children: string;
}

const dot = {
  content: '""',
  width: '0.54em',
  height: '0.54em',
  borderRadius: '50%',
  forcedColorAdjust: 'none',
};

/** Looks like a Chip of the variant status, which would be in the first load for this only. */
export function Status({ color, children }: Props) {
  return (
    <Typography
      variant="caption"
      // Amber text would have too little contrast.
      color={color === 'warning' ? 'textPrimary' : color}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.875,
        px: 1.25,
        py: 0.5,
        borderRadius: '20px',
        bgcolor: `${color}.soft`,
        fontWeight: 'fontWeightMedium',
        '&::before': { ...dot, bgcolor: `${color}.main` },
      }}
    >
      {children}
    </Typography>
  );
}
