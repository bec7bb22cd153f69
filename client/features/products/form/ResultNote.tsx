import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { rem } from '../../../theme/typography';
import { Icon } from '../../../ui/Icon';

const mark = {
  display: 'inline-grid',
  width: rem(20),
  height: rem(20),
  mr: 0.5,
  overflow: 'hidden',
  verticalAlign: -4,
  '& > *': { gridArea: '1 / 1' },
  '& svg': { strokeWidth: 2.4 },
} as const;

/**
 * The specified message with its mark (decision 24). The mark stays in the text, covered by an icon: fonts without it would
 * show an empty box.
 */
export function ResultNote({ result }: { result: { good: boolean; sentence: string } }) {
  const { good, sentence } = result;
  return (
    <Alert severity={good ? 'success' : 'error'} icon={false}>
      <Box component="span" sx={[mark, good && { borderRadius: 1, bgcolor: 'success.main', color: 'success.soft' }]}>
        <Box component="span" sx={{ opacity: 0 }}>
          {good ? '\u2705' : '\u274C'}
        </Box>
        <Icon name={good ? 'check' : 'close'} />
      </Box>
      {` ${sentence}`}
    </Alert>
  );
}
