import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Slider from '@mui/material/Slider';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { buttonVariants } from '../theme/components/buttons';
import { chipColours, chipVariants } from '../theme/components/data';
import { severities } from '../theme/components/feedback';
import { rem } from '../theme/typography';
import { Icon } from '../ui/Icon';
import { Select } from '../ui/Select';

const row = { flexWrap: 'wrap', alignItems: 'center', gap: 2 } as const;
const sizes = ['small', 'medium', 'large'] as const;

export function Buttons() {
  return buttonVariants.map((variant) => (
    <Stack key={variant} direction="row" sx={row}>
      {sizes.map((size) => (
        <Button key={size} variant={variant} size={size}>
          {variant} {size}
        </Button>
      ))}
      <Button variant={variant} color="error">
        error
      </Button>
      <Button variant={variant} disabled>
        disabled
      </Button>
      <Button variant={variant} aria-disabled>
        says why
      </Button>
    </Stack>
  ));
}

const fieldStates = [
  { label: 'Name', props: {} },
  { label: 'With an error', props: { error: true } },
  { label: 'Required', props: { required: true } },
  { label: 'Disabled', props: { disabled: true } },
] as const;

const orders = [
  ['NEWEST', 'Newest'],
  ['PRICE', 'Price'],
] as const;

export function Fields() {
  const id = useId();
  const [order, setOrder] = useState<(typeof orders)[number][0]>('NEWEST');
  return (
    <Stack direction="row" sx={row}>
      {fieldStates.map(({ label, props }) => (
        <FormControl key={label} {...props}>
          <FormLabel htmlFor={`${id}-${label}`}>{label}</FormLabel>
          <OutlinedInput id={`${id}-${label}`} defaultValue="Alder lamp" />
          <FormHelperText>What is expected here</FormHelperText>
        </FormControl>
      ))}
      <Select value={order} choices={orders} slotProps={{ input: { 'aria-label': 'Sort by' } }} onChange={setOrder} />
      <Switch defaultChecked slotProps={{ input: { 'aria-label': 'On' } }} />
      <Switch slotProps={{ input: { 'aria-label': 'Off' } }} />
      <Checkbox defaultChecked slotProps={{ input: { 'aria-label': 'Chosen' } }} />
      <Slider defaultValue={60} aria-label="Price" sx={{ width: rem(200) }} />
    </Stack>
  );
}

export function Chips() {
  return chipVariants.map((variant) => (
    <Stack key={variant} direction="row" sx={row}>
      {chipColours.map((color) => (
        <Chip key={color} variant={variant} color={color} label={`${variant} ${color}`} />
      ))}
    </Stack>
  ));
}

export function Messages() {
  return severities.map((severity) => (
    <Alert key={severity} severity={severity}>
      {severity}: what happened, and what can be done
    </Alert>
  ));
}

export function Surfaces() {
  return (
    <Stack direction="row" sx={row}>
      {(['panel', 'sunken', 'floating'] as const).map((variant) => (
        <Paper key={variant} variant={variant} sx={{ width: rem(280) }}>
          <Typography variant="h4">{variant}</Typography>
          <Skeleton width="70%" height={rem(16)} />
          <Skeleton variant="circular" width={rem(36)} height={rem(36)} />
          <LinearProgress variant="determinate" value={60} aria-label="Progress" />
        </Paper>
      ))}
      <Paper variant="ink" sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 1 }}>
        3 selected
        <Button variant="soft" size="small">
          Activate
        </Button>
        <Button variant="link">Undo</Button>
        <IconButton aria-label="Close">
          <Icon name="close" />
        </IconButton>
      </Paper>
      {[false, true].map((dense) => (
        <List key={String(dense)} component="nav" dense={dense} aria-label={dense ? 'Beside a page' : 'In a drawer'}>
          <ListItemButton component="a" href="#here" aria-current="page">
            {dense ? 'Beside a page' : 'In a drawer'}
          </ListItemButton>
          <ListItemButton component="a" href="#there">
            Elsewhere
          </ListItemButton>
        </List>
      ))}
    </Stack>
  );
}

export function Tables() {
  return (
    <Table>
      <TableHead>
        <TableRow>
          <TableCell padding="checkbox">
            <Checkbox indeterminate slotProps={{ input: { 'aria-label': 'All' } }} />
          </TableCell>
          <TableCell>
            <TableSortLabel>Product</TableSortLabel>
          </TableCell>
          <TableCell align="right" sortDirection="desc">
            <TableSortLabel active direction="desc">
              Price
            </TableSortLabel>
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {['Alder lamp', 'Cork apron'].map((name, index) => (
          <TableRow key={name} selected={index === 1}>
            <TableCell padding="checkbox">
              <Checkbox checked={index === 1} readOnly slotProps={{ input: { 'aria-label': name } }} />
            </TableCell>
            <TableCell>
              {name} <Chip size="small" label="You" /> <Chip variant="status" size="small" label="Inactive" />
            </TableCell>
            <TableCell align="right">$12.50</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
