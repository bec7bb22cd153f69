import { useEffect, useState } from 'react';
import { loadSettings } from '../../session/settings';

/** Where the server puts the setting into a page that it has rendered. */
const place = '__CONTACT_RETENTION_DAYS__';
export const retentionId = 'contact-retention';

/** How many days messages are stored; '' until it is known. */
export function useContactRetention(): string {
  const [days, setDays] = useState(() =>
    typeof document === 'undefined' ? place : (document.getElementById(retentionId)?.textContent ?? ''),
  );
  useEffect(() => {
    let current = true;
    loadSettings().then(
      ({ contactRetentionDays }) => current && setDays(String(contactRetentionDays)),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, []);
  return days;
}
