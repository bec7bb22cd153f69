import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { formatCents } from '../../lib/money';
import { productPath } from '../../lib/paths';
import { keptQuantity } from '../../lib/quantity';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { QuantityField } from '../../ui/QuantityField';
import { SvgIcon } from '../../ui/SvgIcon';
import { Thumbnail } from '../../ui/Thumbnail';
import { useFocusFallback } from '../../ui/useFocusFallback';
import { storeIcons } from './storeIcons';
import type { SummaryLine } from './useCartSummary';

interface Props {
  line: SummaryLine;
  onQuantity: (quantity: number) => void;
  onAccept: () => void;
  onRemove: () => void;
}

/** It is unavailable. */
export const isUnavailable = ({ problem }: SummaryLine): boolean =>
  problem?.code === 'OUT_OF_STOCK' || problem?.code === 'UNAVAILABLE';

const grid = {
  display: 'grid',
  gridTemplateColumns: { xs: '76px minmax(0, 1fr) auto', sm: '104px minmax(0, 1fr) 130px 96px' },
  gap: { xs: '10px 14px', sm: '14px 22px' },
  alignItems: 'start',
  py: { xs: 2, sm: 2.75 },
  borderBottom: 1,
  borderColor: 'divider',
} as const;

const picture = {
  gridRow: { xs: '1 / 3', sm: '1 / 3' },
  '&& > *': { width: '100%', height: 'auto', aspectRatio: '1' },
} as const;
const name = { gridColumn: { xs: 2, sm: 2 }, minWidth: 0, overflowWrap: 'anywhere' } as const;
const quantity = { gridColumn: { xs: 2, sm: 3 }, gridRow: { xs: 2, sm: 1 } } as const;
const total = {
  gridColumn: { xs: 3, sm: 4 },
  gridRow: { xs: 2, sm: 1 },
  alignSelf: { xs: 'center', sm: 'start' },
  pt: { sm: 1.5 },
  textAlign: 'right',
} as const;

export function CartPageLine({ line, onQuantity, onAccept, onRemove }: Props) {
  const isGone = isUnavailable(line);
  const [isAnswered, setAnswered] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // Accepting the change removes the pressed button.
  useFocusFallback(heading, isAnswered ? (line.problem?.code ?? 'none') : undefined);
  const answer = (act: () => void) => {
    setAnswered(true);
    act();
  };
  return (
    <Box component="li" data-line={line.id} sx={grid}>
      <Box sx={{ ...picture, ...(isGone && { filter: 'grayscale(1)', opacity: 0.6 }) }}>
        <Thumbnail photo={line.picture ?? undefined} size={104} />
      </Box>
      <Box sx={name}>
        <Typography
          ref={heading}
          variant="h6"
          component="h2"
          color={isGone ? 'textSecondary' : 'textPrimary'}
          tabIndex={-1}
        >
          <LineName line={line} />
        </Typography>
        <UnitPrice line={line} />
        {!line.problem && <RemoveButton line={line} onRemove={onRemove} display={{ xs: 'none', sm: 'inline-flex' }} />}
      </Box>
      {!line.problem && (
        <Box sx={{ display: { sm: 'none' }, justifySelf: 'end', m: '-10px -12px -10px 0' }}>
          <IconButton aria-label={`Remove ${line.name}`} onClick={onRemove}>
            <SvgIcon lines={storeIcons.trash} />
          </IconButton>
        </Box>
      )}
      <Box sx={quantity}>
        {isGone ? (
          <Typography variant="caption" color="textSecondary" sx={{ display: 'block', pt: { sm: 1.5 } }}>
            Quantity {line.quantity}
          </Typography>
        ) : (
          <QuantityField name={line.name} value={line.quantity} onChange={onQuantity} />
        )}
      </Box>
      <Typography variant="price" component="p" color={line.problem ? 'textSecondary' : 'textPrimary'} sx={total}>
        {isGone ? '–' : formatCents(line.total.amount)}
      </Typography>
      {line.problem && (
        <LineAnswer
          line={line}
          onQuantity={(pieces) => answer(() => onQuantity(pieces))}
          onAccept={() => answer(onAccept)}
          onRemove={onRemove}
        />
      )}
    </Box>
  );
}

function LineName({ line: { product, name: words } }: { line: SummaryLine }) {
  return product ? (
    <Link to={productPath(product.slug)}>
      <bdi>{words}</bdi>
    </Link>
  ) : (
    <bdi>{words}</bdi>
  );
}

/** Strikes the earlier price after a change; a lower price needs no acceptance. */
function UnitPrice({ line: { unitPrice, agreedPrice } }: { line: SummaryLine }) {
  const [now, before] = [unitPrice.amount, agreedPrice.amount];
  return (
    <Typography variant="caption" component="p" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {now !== before && (
        <>
          <del>{formatCents(before)}</del>{' '}
        </>
      )}
      {now > before ? (
        <Box component="b" sx={{ color: 'text.primary' }}>
          {formatCents(now)}
        </Box>
      ) : (
        formatCents(now)
      )}
      {now < before && ', the price went down'}
    </Typography>
  );
}

interface RemoveProps {
  line: SummaryLine;
  onRemove: () => void;
  display: object;
}

function RemoveButton({ line, onRemove, display }: RemoveProps) {
  return (
    <Box sx={{ display, mt: 0.5, '& button': { color: 'text.secondary' } }}>
      <Button variant="link" aria-label={`Remove ${line.name}`} onClick={onRemove}>
        <SvgIcon lines={storeIcons.trash} size={16} />
        Remove
      </Button>
    </Box>
  );
}

const strip = {
  gridColumn: { xs: '1 / -1', sm: '2 / -1' },
  flexWrap: 'wrap',
  alignItems: 'center',
} as const;

/** Read together with the remedy. */
function LineAnswer({ line, onQuantity, onAccept, onRemove }: Props) {
  const { problem, available, name: words } = line;
  if (!problem) return null;
  return (
    <Alert
      role="group"
      data-answer
      aria-label={`${words}: ${problem.message}`}
      severity={isUnavailable(line) ? 'error' : 'warning'}
      icon={<Icon name="warn" />}
      sx={strip}
      action={
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', pr: 1 }}>
          {problem.code === 'PRICE_INCREASED' && (
            <Button size="small" variant="ink" onClick={onAccept}>
              Accept new price
            </Button>
          )}
          {problem.code === 'NOT_ENOUGH_STOCK' && available !== null && (
            <Button size="small" variant="ink" onClick={() => onQuantity(keptQuantity(available))}>
              Keep {keptQuantity(available)}
            </Button>
          )}
          <Button variant="link" aria-label={`Remove ${words}`} onClick={onRemove} sx={answerLink}>
            Remove
          </Button>
        </Box>
      }
    >
      <b>{problem.message}</b>
    </Alert>
  );
}

const answerLink = { color: 'text.primary', fontSize: 'caption.fontSize', textDecoration: 'underline' } as const;
