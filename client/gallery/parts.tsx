import AppBar from '@mui/material/AppBar';
import Avatar from '@mui/material/Avatar';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Container from '@mui/material/Container';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Icon } from '../ui/Icon';
import { Logo } from '../ui/Logo';
import { Segments } from '../ui/Segments';

const row = { flexWrap: 'wrap', alignItems: 'center', gap: 2 } as const;

const spans = [
  ['WEEK', 'Week'],
  ['MONTH', 'Month'],
  ['YEAR', 'Year'],
] as const;

export function ToggleButtons() {
  const [span, setSpan] = useState<(typeof spans)[number][0]>('WEEK');
  return (
    <Stack direction="row">
      <Segments label="Span" value={span} choices={spans} onChange={setSpan} />
    </Stack>
  );
}

export function Navigation() {
  return (
    <>
      <AppBar position="static" component="div">
        <Container>
          <Toolbar>
            <Typography
              variant="brand"
              component="p"
              sx={{ display: 'flex', alignItems: 'center', gap: 1, mr: 'auto' }}
            >
              <Logo />
              Kiosk
            </Typography>
            <IconButton aria-label="Find products">
              <Icon name="search" size={23} />
            </IconButton>
          </Toolbar>
        </Container>
      </AppBar>
      <Breadcrumbs aria-label="Breadcrumb">
        <Link href="#here">Home</Link>
        <Link href="#here">Electronics</Link>
        <span aria-current="page">Alder lamp</span>
      </Breadcrumbs>
      <Stack direction="row" sx={row}>
        <Link href="#here">In a list</Link>
        <Link href="#here" color="primary">
          By itself
        </Link>
        <Typography>
          Within a text, it is{' '}
          <Link href="#here" color="primary" underline="always">
            underlined
          </Link>
          .
        </Typography>
      </Stack>
    </>
  );
}

export function Avatars() {
  return (
    <Stack direction="row" sx={row}>
      <Avatar>A</Avatar>
      <Avatar sx={{ bgcolor: 'primary.soft', color: 'primary.main' }}>B</Avatar>
      <Avatar variant="rounded">
        <Icon name="picture" />
      </Avatar>
    </Stack>
  );
}

export function Dividers() {
  return (
    <>
      <Divider />
      <Divider>or</Divider>
    </>
  );
}
