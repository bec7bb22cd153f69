import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ContactForm, type SentMessage } from '../../features/contact/ContactForm';
import { MessageSent } from '../../features/contact/MessageSent';
import { Icon } from '../../ui/Icon';
import type { PageTitleProps } from '../../ui/PageTitle';
import { ServicePage } from './ServicePage';

const next = [
  ['lock', "Your message is kept in the shop's database and read by the people of the shop, nobody else."],
  ['chat', 'Support is there 24/7. An answer goes to the address you give.'],
  ['warn', 'There is no automatic confirmation in your inbox.'],
] as const;

const columns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', tableBesideLinks: 'minmax(0, 1fr) 280px' },
  gap: { xs: 4.5, tableBesideLinks: 7 },
  alignItems: 'start',
};

export function ContactPage(page: PageTitleProps) {
  const [sent, setSent] = useState<SentMessage>();
  return (
    <ServicePage {...page}>
      <Box sx={columns}>
        {sent ? <MessageSent message={sent} onAnother={() => setSent(undefined)} /> : <ContactForm onSent={setSent} />}
        <Paper component="aside" variant="sunken" aria-label="What happens next" sx={{ px: 3 }}>
          <Typography variant="h6" component="h2">
            What happens next
          </Typography>
          <List disablePadding sx={{ display: 'grid', gap: 1.75, mt: 2 }}>
            {next.map(([icon, words]) => (
              <ListItem key={icon} disablePadding sx={{ alignItems: 'start', gap: 1.5 }}>
                <Box component="span" sx={{ mt: 0.25, color: 'primary.main' }}>
                  <Icon name={icon} />
                </Box>
                <Typography variant="body2" component="span">
                  {words}
                </Typography>
              </ListItem>
            ))}
          </List>
        </Paper>
      </Box>
    </ServicePage>
  );
}
