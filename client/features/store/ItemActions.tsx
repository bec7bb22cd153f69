import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Link } from 'react-router-dom';
import { SvgIcon } from '../../ui/SvgIcon';
import { storeIcons } from './storeIcons';
import type { Item } from './useItemPages';

interface Props {
  item: Item;
  busy: boolean;
  onDelete: (item: Item) => void;
}

const editPath = (slug: string) => `/dashboard/editProduct/${encodeURIComponent(slug)}`;
const duplicatePath = (slug: string) => `/dashboard/createProduct?from=${encodeURIComponent(slug)}`;

/** A store entry is a snapshot and cannot be edited. */
export function ItemActions({ item, busy, onDelete }: Props) {
  const described = { 'aria-describedby': itemNameId(item) };
  return (
    <div className="item-actions">
      {item.__typename === 'Product' ? (
        <>
          <IconButton component={Link} to={editPath(item.slug)} aria-label="Edit" title="Edit" {...described}>
            <SvgIcon lines={storeIcons.edit} />
          </IconButton>
          <IconButton
            component={Link}
            to={duplicatePath(item.slug)}
            aria-label="Duplicate"
            title="Duplicate"
            {...described}
          >
            <SvgIcon lines={storeIcons.copy} />
          </IconButton>
        </>
      ) : (
        <span className="entry-label">In a cart</span>
      )}
      <Button
        variant="outlined"
        size="small"
        className="quiet delete"
        aria-busy={busy}
        {...described}
        onClick={() => {
          if (!busy) onDelete(item);
        }}
      >
        Delete
      </Button>
    </div>
  );
}

export const itemNameId = ({ id }: Pick<Item, 'id'>): string => `item-${id}`;
