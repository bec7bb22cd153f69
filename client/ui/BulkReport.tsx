import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useRef } from 'react';
import { rem } from '../theme/typography';
import { Icon } from './Icon';
import { useFocusFallback } from './useFocusFallback';

interface Props {
  /** The counts as a sentence. */
  words: string;
  failed: readonly { readonly id: string; readonly name: string; readonly error: string | null }[];
  onDismiss: () => void;
}

const list = {
  maxHeight: rem(160),
  p: 0,
  pt: 1,
  overflowY: 'auto',
  overflowWrap: 'anywhere',
  listStyle: 'none',
  color: 'text.primary',
  typography: 'dense',
} as const;

/** The result of a bulk action: the counts, and the reason of each failure. */
export function BulkReport({ words, failed, onDismiss }: Props) {
  const hasFailed = failed.length > 0;
  const report = useRef<HTMLDivElement>(null);
  useFocusFallback(report, words);
  return (
    <Alert
      ref={report}
      tabIndex={-1}
      role="group"
      aria-label="Result"
      severity={hasFailed ? 'error' : 'success'}
      icon={<Icon name={hasFailed ? 'warn' : 'check'} />}
      action={
        <IconButton aria-label="Close the report" onClick={onDismiss}>
          <Icon name="close" />
        </IconButton>
      }
      sx={{ width: 1, '& > :nth-child(2)': { flex: 1 } }}
    >
      <p role={hasFailed ? 'alert' : 'status'}>{words}</p>
      {hasFailed && (
        <Box component="ul" aria-label="What failed" tabIndex={0} sx={list}>
          {failed.map(({ id, name, error }) => (
            <li key={id}>
              <b>
                <bdi>{name}</bdi>
              </b>
              : {error}
            </li>
          ))}
        </Box>
      )}
    </Alert>
  );
}
