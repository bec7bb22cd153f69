import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { interceptBack } from '../lib/backButton';

/**
 * For overlays: while open, the browser's Back closes the overlay instead of leaving the page.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  // An overlay that stays open across a navigation intercepts Back there too.
  const { key } = useLocation();
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => (isOpen ? interceptBack({ onBack: () => latest.current() }) : undefined), [isOpen, key]);
}
