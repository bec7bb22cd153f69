import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { SvgIcon } from '../../ui/SvgIcon';
import { storeIcons } from './storeIcons';
import type { Item } from './useItemPages';

interface Props {
  item: Item;
  busy: boolean;
  onDelete: (item: Item) => void;
}

const Actions = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 2,
  '& > :last-child': { marginLeft: 4 },
});

/** A store entry is a snapshot and cannot be edited. */
export function ItemActions({ item, busy, onDelete }: Props) {
  const described = { 'aria-describedby': itemNameId(item) };
  return (
    <Actions>
      {item.__typename === 'Product' ? (
        productLinks(encodeURIComponent(item.slug)).map(({ label, path, icon }) => (
          <IconButton
            key={label}
            component={Link}
            to={path}
            size="small"
            aria-label={label}
            title={label}
            {...described}
          >
            <SvgIcon lines={icon} size={18} />
          </IconButton>
        ))
      ) : (
        <Typography variant="fine" color="textSecondary">
          In a cart
        </Typography>
      )}
      <Button
        variant="quiet"
        size="small"
        color="error"
        aria-busy={busy}
        {...described}
        onClick={() => {
          if (!busy) onDelete(item);
        }}
      >
        Delete
      </Button>
    </Actions>
  );
}

const productLinks = (slug: string) => [
  { label: 'Edit', path: `/dashboard/editProduct/${slug}`, icon: storeIcons.edit },
  { label: 'Duplicate', path: `/dashboard/createProduct?from=${slug}`, icon: storeIcons.copy },
];

export const itemNameId = ({ id }: Pick<Item, 'id'>): string => `item-${id}`;
