import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  title: string;
  text: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}

/** Focuses its heading, because the element that had the focus is gone. */
export function ActionResult({ title, text, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <Typography variant="h1" ref={heading} tabIndex={-1} sx={{ mb: 1.25 }}>
        {title}
      </Typography>
      <Typography color="textSecondary">{text}</Typography>
      {children && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5 }}>
          {children}
        </Stack>
      )}
    </>
  );
}
