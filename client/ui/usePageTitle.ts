import { useEffect } from 'react';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Kiosk: good things for every day' : `${title} · Kiosk`;
  }, [title]);
}
