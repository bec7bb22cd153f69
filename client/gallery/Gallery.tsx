import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { DashboardTheme } from '../theme/DashboardTheme';
import { Breakpoints, Colours, Scale } from './tokens';
import { Buttons, Chips, Fields, Messages, Surfaces, Tables } from './variants';

const sections: readonly (readonly [title: string, content: ReactNode])[] = [
  ['Typography', <Scale key="scale" />],
  ['Breakpoints', <Breakpoints key="breakpoints" />],
  ['Buttons', <Buttons key="buttons" />],
  ['Fields', <Fields key="fields" />],
  ['Chips', <Chips key="chips" />],
  ['Messages', <Messages key="messages" />],
  ['Surfaces', <Surfaces key="surfaces" />],
  [
    'Tables',
    <DashboardTheme key="tables">
      <Tables />
    </DashboardTheme>,
  ],
];

/** Every token, variant and state of the theme, in light and dark. For development: it is no part of a build. */
export function Gallery() {
  return (
    <>
      {(['light', 'dark'] as const).map((scheme) => (
        <Box key={scheme} data-theme={scheme} sx={{ bgcolor: 'background.default', color: 'text.primary', py: 5 }}>
          <Container component="main" aria-label={scheme}>
            <Typography variant="display" component="h1">
              {scheme === 'light' ? 'Light' : 'Dark'}
            </Typography>
            <Section title="Colours">
              <Colours scheme={scheme} />
            </Section>
            {sections.map(([title, content]) => (
              <Section key={title} title={title}>
                {content}
              </Section>
            ))}
          </Container>
        </Box>
      ))}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" sx={{ gap: 2, mt: 6 }}>
      <Typography variant="h2">{title}</Typography>
      {children}
    </Stack>
  );
}
