import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { formatCents } from '../../lib/money';
import { pluralize } from '../../lib/pluralize';
import { rem } from '../../theme/typography';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { SvgIcon } from '../../ui/SvgIcon';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import { CartPageLine, isUnavailable } from './CartPageLine';
import { CartTotals } from './CartTotals';
import { storeIcons } from './storeIcons';
import { type CartSummary, type CartSummaryActions, type SummaryLine, useCartSummary } from './useCartSummary';
import { WaitingCheckout } from './WaitingCheckout';

function wordsOf({ pieces, lines }: CartSummary): string {
  const marked = lines.filter(({ problem }) => problem).length;
  const sizes = `${pluralize(pieces, 'item')} in ${pluralize(lines.length, 'line')}`;
  if (marked === 0) return sizes;
  return `${sizes}. ${pluralize(marked, 'line')} ${marked === 1 ? 'needs' : 'need'} your answer.`;
}

/** The cart of a signed-in user. */
export function CartPageContent({ email }: { email: string }) {
  const { summary, ...actions } = useCartSummary(email);
  if (!summary)
    return actions.error === undefined ? (
      <Waiting />
    ) : (
      <Stack sx={{ gap: 2, alignItems: 'start' }}>
        <ErrorAlert sentence={actions.error} hint="What you have added is kept." />
        <Button variant="ink" onClick={actions.refresh}>
          Try again
        </Button>
      </Stack>
    );
  return <Cart summary={summary} actions={actions} />;
}

function Waiting() {
  return (
    <Box role="status" aria-label="Your cart is loading">
      {[1, 2, 3].map((line) => (
        <Skeleton key={line} height={rem(104)} sx={{ my: 2.75, maxWidth: rem(772) }} />
      ))}
    </Box>
  );
}

export function EmptyCartPage({ children }: { children?: React.ReactNode }) {
  return (
    <EmptyState title="Your cart is empty">
      <Typography color="textSecondary">What you add stays here until you buy or remove it.</Typography>
      <Button component={RouterLink} to="/products">
        Browse products
      </Button>
      {children}
    </EmptyState>
  );
}

const columns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(300px, 372px)' },
  gap: { xs: 4, md: 7 },
  alignItems: 'start',
} as const;

const back = { display: 'flex', alignItems: 'center', gap: 1, '& svg': { transform: 'scaleX(-1)' } } as const;

function Cart({ summary, actions }: { summary: CartSummary; actions: CartSummaryActions }) {
  const { lines } = summary;
  const place = useRef<HTMLDivElement>(null);
  const [said, say] = useState('');
  const focusAfterRemoval = useFocusAfterRemoval(place, lines);
  const navigate = useNavigate();

  function remove(removed: readonly SummaryLine[]): void {
    const ids = removed.map(({ id }) => id);
    const at = lines.findIndex(({ id }) => id === ids[0]);
    void actions.remove(removed).then((done) => done && focusAfterRemoval({ at, ids }));
  }

  function checkout(): void {
    const marked = lines.filter(({ problem }) => problem);
    const [first] = marked;
    if (!first) return void navigate('/checkout');
    say(marked.map(({ name, problem }) => `${name}: ${problem?.message}`).join('. '));
    place.current?.querySelector<HTMLElement>(`[data-line="${first.id}"] [data-answer] button`)?.focus();
  }

  const unavailable = lines.filter(isUnavailable);
  return (
    <Box ref={place}>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'space-between', gap: '4px 24px', mb: 3 }}>
        {lines.length > 0 && <Typography color="textSecondary">{wordsOf(summary)}</Typography>}
        {lines.length > 0 && (
          <Button variant="link" onClick={actions.refresh} aria-busy={actions.isLoading}>
            <SvgIcon lines={storeIcons.refresh} size={16} />
            Refresh
          </Button>
        )}
      </Stack>
      {summary.unfinishedCheckout && <WaitingCheckout checkout={summary.unfinishedCheckout} />}
      {lines.length === 0 ? (
        <EmptyCartPage />
      ) : (
        <Box sx={columns}>
          <div>
            <Box
              component="ul"
              aria-label="Items in your cart"
              sx={{ p: 0, listStyle: 'none', borderTop: 1, borderColor: 'divider' }}
            >
              {lines.map((line) => (
                <CartPageLine
                  key={line.id}
                  line={line}
                  onQuantity={(quantity) => {
                    actions.setQuantity(line, quantity);
                    say(`${line.name}: ${quantity}, ${formatCents(quantity * line.unitPrice.amount)}`);
                  }}
                  onAccept={() => void actions.acceptPrice(line)}
                  onRemove={() => remove([line])}
                />
              ))}
            </Box>
            <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'space-between', gap: '4px 24px', pt: 2.5 }}>
              <Link to="/products" color="primary" variant="label" sx={back}>
                <Icon name="arrow" size={16} />
                Continue shopping
              </Link>
              {unavailable.length > 0 && (
                <Button variant="link" onClick={() => remove(unavailable)}>
                  Remove all unavailable
                </Button>
              )}
            </Stack>
          </div>
          <CartTotals summary={summary} onCheckout={checkout} />
        </Box>
      )}
    </Box>
  );
}

interface Removal {
  /** Index of the first removed line. */
  readonly at: number;
  readonly ids: readonly string[];
}

/** Focuses the name of the next line, else the page's heading, as soon as the removed lines are gone. */
function useFocusAfterRemoval(place: React.RefObject<HTMLElement | null>, lines: readonly SummaryLine[]) {
  const removal = useRef<Removal>(undefined);
  const [removals, setRemovals] = useState(0);
  useEffect(() => {
    if (!removal.current) return;
    const { at, ids } = removal.current;
    if (lines.some(({ id }) => ids.includes(id))) return;
    // Later changes, such as those of another tab, leave the focus where it is.
    removal.current = undefined;
    const names = [...(place.current?.querySelectorAll<HTMLElement>('[data-line] h2') ?? [])];
    const next = names[Math.min(at, names.length - 1)];
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    (next?.querySelector<HTMLElement>('a') ?? next ?? heading)?.focus();
  }, [removals, place, lines]);
  return (next: Removal) => {
    removal.current = next;
    setRemovals((count) => count + 1);
  };
}
