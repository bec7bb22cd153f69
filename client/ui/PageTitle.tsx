import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { documentTitle } from '../lib/documentHead';

export interface PageTitleProps {
  title: string;
  description: string;
}

/**
 * The window's title and the page's description, as the served HTML has them for a document load. The router sets the route's;
 * a page with a better one, such as its product's name, renders another PageTitle, whose effect runs later.
 */
export function PageTitle({ title, description }: PageTitleProps) {
  // Set again on another page, even if unchanged: the router's effect runs before.
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = documentTitle(title);
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description, pathname]);
  return null;
}
