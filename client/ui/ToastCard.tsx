import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type FocusEvent, type Ref, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { BidiText } from './BidiText';
import { Icon } from './Icon';
import type { Toast } from './toast';

/** Focuses a toast's button, as in other toast libraries. */
export const toastKey = 'F8';

/** Between the end of a hover and the dismissal. */
const minimumRemaining = 1000;

/** Ends after `duration`; hover and focus pause it. */
function useDismissal(duration: number, onDone: () => void) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const left = useRef(duration);
  const done = useRef(onDone);
  const isPaused = pointed || focused;
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (isPaused) return undefined;
    const started = performance.now();
    const timer = setTimeout(() => done.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(minimumRemaining, left.current - (performance.now() - started));
    };
  }, [isPaused]);
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}

/** A modal dialog hides the toasts from screen readers with aria-hidden, but not from the Tab key. */
function useHiddenByDialog(button: RefObject<HTMLElement | null>): boolean {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const top = button.current?.closest('body > *');
    if (!top) return undefined;
    const update = () => setHidden(top.getAttribute('aria-hidden') === 'true');
    const observer = new MutationObserver(update);
    observer.observe(top, { attributes: true, attributeFilter: ['aria-hidden'] });
    update();
    return () => observer.disconnect();
  }, [button]);
  return hidden;
}

/** For elements that make room for the newest toast. */
function useToastHeightVariable(words: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const card = words.current?.parentElement;
    if (!card) return undefined;
    const update = () => {
      // A hidden older toast.
      if (card.offsetHeight === 0) return;
      document.documentElement.style.setProperty('--toast-height', `${card.offsetHeight}px`);
    };
    const observer = new ResizeObserver(update);
    observer.observe(card);
    update();
    return () => observer.disconnect();
  }, [words]);
}

const done = {
  typography: 'body2',
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  width: { xs: 1, sm: 'auto' },
  p: '12px 17px',
  boxShadow: 1,
  lineHeight: 1.4,
  overflowWrap: 'anywhere',
  '& > svg': { color: 'toast.accent' },
} as const;
const failed = { ...done, bgcolor: 'error.main', '& > svg': { color: 'inherit' } } as const;

const undo = {
  flex: 'none',
  m: '-4px -6px -4px auto',
  px: 0.75,
  '&&:focus-visible': { outlineColor: 'currentcolor' },
  // A hint for keyboard users.
  'body:has(:focus-visible) &::after': {
    content: 'attr(aria-keyshortcuts) / ""',
    ml: 0.25,
    p: '2px 6px',
    border: '1px solid currentColor',
    borderRadius: '4px',
    typography: 'fine',
  },
} as const;

/** The accent has too little contrast on red. */
const failedUndo = { ...undo, '&&&': { color: 'inherit' } } as const;

interface Props {
  toast: Toast;
  onDone: () => void;
  ref?: Ref<HTMLDivElement>;
}

export function ToastCard({ toast: { message, detail, kind, duration, action }, onDone, ref }: Props) {
  const { onFocus, ...pauseHandlers } = useDismissal(duration, onDone);
  const before = useRef<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hidden = useHiddenByDialog(button);
  const words = useRef<HTMLSpanElement>(null);
  useToastHeightVariable(words);
  return (
    <Paper
      ref={ref}
      variant="ink"
      data-testid="toast"
      sx={kind === 'error' ? failed : done}
      // Others are announced by ToastOutlet's region.
      role={kind === 'error' ? 'alert' : undefined}
      {...pauseHandlers}
      onFocus={({ relatedTarget }: FocusEvent) => {
        before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
        onFocus();
      }}
    >
      <Icon name={kind === 'error' ? 'warn' : 'check'} />
      <Box component="span" ref={words}>
        <span>
          <BidiText text={message} />
        </span>
        {detail && (
          <Typography variant="dense" sx={{ display: 'block', lineHeight: 'inherit' }}>
            <bdi>
              <BidiText text={detail} />
            </bdi>
          </Typography>
        )}
      </Box>
      {action && (
        <Button
          ref={button}
          variant="link"
          sx={kind === 'error' ? failedUndo : undo}
          tabIndex={hidden ? -1 : 0}
          aria-keyshortcuts={toastKey}
          onClick={() => {
            onDone();
            before.current?.focus();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
    </Paper>
  );
}
