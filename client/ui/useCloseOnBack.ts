import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { holdBack } from '../lib/backButton';

/**
 * For everything that opens above a page: while it is open the browser's Back closes it and keeps the page. Once it is closed, its step is
 * gone from the history.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  // What stays open on another address holds Back there too.
  const { key } = useLocation();
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => (isOpen ? holdBack({ onBack: () => latest.current() }) : undefined), [isOpen, key]);
}
