import { styled } from '@mui/material/styles';
import { Fragment, type ReactNode } from 'react';

const List = styled('dl')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: '8px 24px',
  alignItems: 'baseline',
  '& dt': { color: vars.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
}));

export function Facts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <List>
      {Object.entries(facts).map(([term, fact]) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </Fragment>
      ))}
    </List>
  );
}
