import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { pageNonce } from '../lib/pageNonce';
import { rem } from '../theme/typography';
import { Segments } from './Segments';

interface Props {
  content: { subject: string; text: string; html: string };
}

const parts = [
  ['html', 'As a page'],
  ['text', 'As text'],
] as const;

const frame = { width: '100%', height: rem(520), border: 1, borderColor: 'divider', borderRadius: 1 } as const;

/** A mail as its recipient sees it. Its HTML is sandboxed: no script runs, and links open in a new tab. */
export function MessageContent({ content: { subject, text, html } }: Props) {
  const [part, setPart] = useState<(typeof parts)[number][0]>('html');
  const id = useId();
  // The page's CSP applies to the frame, too: it allows the message's sheet, which repeats its style attributes.
  const source = html.replace(/ style="[^"]*"/g, '').replace('<style>', `<style nonce="${pageNonce()}">`);
  return (
    <>
      <Typography variant="label" component="h3" id={id} sx={{ overflowWrap: 'anywhere' }}>
        {subject}
      </Typography>
      <div>
        <Segments label="Part" value={part} choices={parts} onChange={setPart} />
      </div>
      {part === 'html' ? (
        <Box
          component="iframe"
          title={`Message: ${subject}`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={source}
          sx={frame}
        />
      ) : (
        <Box
          component="pre"
          tabIndex={0}
          aria-labelledby={id}
          dir="auto"
          sx={{ ...frame, height: 'auto', maxHeight: rem(520), m: 0, p: 2, overflow: 'auto', whiteSpace: 'pre-wrap' }}
        >
          {text}
        </Box>
      )}
    </>
  );
}
