import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';

/** What only the demo shop has. */
export const DemoPanel = styled(Stack)(({ theme: { vars, spacing, typography } }) => ({
  ...typography.dense,
  gap: spacing(1.5),
  padding: spacing(2),
  border: `1px dashed ${vars.palette.outline}`,
  borderRadius: spacing(1.5),
})) as typeof Stack;
