import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { formatDay, formatTime } from '../../lib/formatDay';
import { rem } from '../../theme/typography';
import { Panel } from '../../ui/Panel';
import { NoteForm } from './NoteForm';
import type { ShopOrder } from './shopOrder';
import { type TimelineEntry, timelineEntries } from './timelineEntries';
import type { useNote } from './useNote';

interface Props {
  order: ShopOrder;
  note: ReturnType<typeof useNote>;
}

const List = styled('ol')(({ theme: { vars } }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: `${rem(12)} minmax(0, 1fr)`,
    gap: rem(10),
    alignItems: 'start',
    paddingBottom: rem(14),
  },
  '& li:not(:last-of-type)::before': {
    content: '""',
    position: 'absolute',
    left: rem(5.5),
    top: rem(10),
    bottom: rem(-6),
    width: 1,
    backgroundColor: vars.palette.divider,
  },
}));
const point = { position: 'relative', width: 12, height: 12, mt: 0.75, borderRadius: '50%' } as const;

/** Events, newest first, with the messages to the buyer and the shop's notes. */
export function Timeline({ order, note }: Props) {
  const entries = timelineEntries(order);
  return (
    <Panel title="Timeline">
      <List aria-label="Timeline">
        {entries.toReversed().map((entry, index) => (
          <li key={entries.length - index}>
            <Box component="span" sx={{ ...point, bgcolor: entry.isFailure ? 'error.main' : 'primary.main' }} />
            <Entry entry={entry} />
          </li>
        ))}
      </List>
      <NoteForm note={note} />
    </Panel>
  );
}

function Entry({ entry: { at, title, text, actor, isFailure } }: { entry: TimelineEntry }) {
  return (
    <div>
      <Typography variant="body2" color={isFailure ? 'error' : 'textPrimary'}>
        {title}
      </Typography>
      {text !== '' && (
        <Typography variant="body2" dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
      )}
      <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        <time dateTime={at}>
          {formatDay(at)}, {formatTime(at)}
        </time>
        {actor && `, ${actor.text}`}
        {actor?.name !== undefined && (
          <>
            {' '}
            <bdi>{actor.name}</bdi>
          </>
        )}
      </Typography>
    </div>
  );
}
