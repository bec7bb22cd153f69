import { styled } from '@mui/material/styles';
import { rem } from '../theme/typography';

/** MUI has none. */
export const FileInput = styled('input')(({ theme: { vars, typography } }) => ({
  ...typography.dense,
  flex: 1,
  minWidth: 0,
  color: vars.palette.text.secondary,
  '&::file-selector-button': {
    ...typography.button,
    minHeight: rem(44),
    marginRight: rem(12),
    padding: `0 ${rem(16)}`,
    border: `1px solid ${vars.palette.outline}`,
    borderRadius: vars.shape.borderRadius,
    backgroundColor: vars.palette.background.paper,
    color: vars.palette.text.primary,
    cursor: 'pointer',
  },
}));
