import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import type { Failure } from '../../lib/failure';
import { ErrorAlert } from '../../ui/ErrorAlert';

/** Takes the focus, again for each failure. */
export function FailureAlert({ failure }: { failure: Failure | undefined }) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) area.current?.focus();
  }, [failure]);
  if (!failure) return null;
  return (
    <Box ref={area} tabIndex={-1} sx={{ '&:focus': { outline: 'none' } }}>
      <ErrorAlert sentence={failure.sentence} />
    </Box>
  );
}
