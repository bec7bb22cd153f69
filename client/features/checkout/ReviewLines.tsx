import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatCents } from '../../lib/money';
import { keptQuantity } from '../../lib/quantity';
import { Icon } from '../../ui/Icon';
import { PurchasedLine } from '../../ui/PurchasedLine';
import type { Checkout, CheckoutLine } from './checkoutApi';

export type LineAnswer = 'accept' | 'keep' | 'remove';

interface Props {
  lines: Checkout['lines'];
  onAnswer: (line: CheckoutLine, answer: LineAnswer) => void;
}

export function ReviewLines({ lines, onAnswer }: Props) {
  return (
    <Box component="ul" aria-label="What you buy" sx={{ p: 0, listStyle: 'none' }}>
      {lines.map((line) => (
        <PurchasedLine
          key={line.id}
          id={line.id}
          picture={line.picture}
          name={<bdi>{line.name}</bdi>}
          pieces={<Pieces line={line} />}
          total={formatCents(line.total.amount)}
          isOpen={line.problem !== null}
        >
          {line.problem && <Answers line={line} onAnswer={onAnswer} />}
        </PurchasedLine>
      ))}
    </Box>
  );
}

function Pieces({ line: { quantity, unitPrice, agreedPrice } }: { line: CheckoutLine }) {
  const [now, before] = [unitPrice.amount, agreedPrice.amount];
  return (
    <>
      {quantity} × {now > before && <del>{formatCents(before)} </del>}
      {now > before ? <b>{formatCents(now)}</b> : formatCents(now)}
    </>
  );
}

const answers = { p: '10px 12px', borderRadius: 1, gap: 1, alignItems: 'start' } as const;

function Answers({ line, onAnswer }: { line: CheckoutLine; onAnswer: Props['onAnswer'] }) {
  const { problem, available, name } = line;
  if (!problem) return null;
  const isLost = problem.code === 'OUT_OF_STOCK' || problem.code === 'UNAVAILABLE';
  const colours = isLost
    ? { bgcolor: 'error.soft', color: 'error.main' }
    : { bgcolor: 'warning.soft', color: 'text.primary' };
  return (
    <Stack role="group" aria-label={`${name}: ${problem.message}`} sx={{ ...answers, ...colours }}>
      <Typography variant="body2" sx={{ display: 'flex', gap: 1, fontWeight: 'fontWeightMedium' }}>
        <Icon name="warn" />
        {problem.message}
      </Typography>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
        {problem.code === 'PRICE_INCREASED' && (
          <Button size="small" variant="ink" onClick={() => onAnswer(line, 'accept')}>
            Accept new price
          </Button>
        )}
        {problem.code === 'NOT_ENOUGH_STOCK' && available !== null && (
          <Button size="small" variant="ink" onClick={() => onAnswer(line, 'keep')}>
            Keep {keptQuantity(available)}
          </Button>
        )}
        <Button variant="link" aria-label={`Remove ${name}`} onClick={() => onAnswer(line, 'remove')} sx={remove}>
          Remove
        </Button>
      </Stack>
    </Stack>
  );
}

const remove = { color: 'text.primary', textDecoration: 'underline' } as const;
