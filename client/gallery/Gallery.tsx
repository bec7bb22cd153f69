import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { DashboardTheme } from '../theme/DashboardTheme';
import { Overlays } from './overlays';
import { Avatars, Dividers, Navigation, ToggleButtons } from './parts';
import { Breakpoints, Colours, Motion, Scale, Shapes } from './tokens';
import { Buttons, Chips, Fields, Messages, Surfaces, Tables } from './variants';

const sections: readonly (readonly [title: string, content: ReactNode])[] = [
  ['Typography', <Scale key="scale" />],
  ['Breakpoints', <Breakpoints key="breakpoints" />],
  ['Radius, shadow, focus', <Shapes key="shapes" />],
  ['Motion', <Motion key="motion" />],
  ['Buttons', <Buttons key="buttons" />],
  ['Toggle buttons', <ToggleButtons key="toggleButtons" />],
  ['Fields', <Fields key="fields" />],
  ['Chips', <Chips key="chips" />],
  ['Messages', <Messages key="messages" />],
  ['Surfaces', <Surfaces key="surfaces" />],
  ['Navigation', <Navigation key="navigation" />],
  ['Avatars', <Avatars key="avatars" />],
  ['Dividers', <Dividers key="dividers" />],
  [
    'Tables',
    <DashboardTheme key="tables">
      <Tables />
    </DashboardTheme>,
  ],
];

/** All tokens, variants and states of the theme, in light and dark. For development; not in the build. */
export function Gallery() {
  return (
    <main>
      {(['light', 'dark'] as const).map((scheme) => (
        <Box key={scheme} data-theme={scheme} sx={{ bgcolor: 'background.default', color: 'text.primary', py: 5 }}>
          <Container component="section" aria-label={scheme}>
            <Typography variant="display" component="h1">
              {scheme === 'light' ? 'Light' : 'Dark'}
            </Typography>
            <Section title="Colours">
              <Colours scheme={scheme} />
            </Section>
            <Section title="Overlays">
              <Overlays scheme={scheme} />
            </Section>
            {sections.map(([title, content]) => (
              <Section key={title} title={title}>
                {content}
              </Section>
            ))}
          </Container>
        </Box>
      ))}
    </main>
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
