import { useState } from 'react';
import { useSettings } from '../../session/useSettings';

/** Where the server puts the setting into a page that it has rendered. */
const place = '__CONTACT_RETENTION_DAYS__';
export const retentionId = 'contact-retention';

/** How many days messages are stored; '' until it is known. */
export function useContactRetention(): string {
  const [rendered] = useState(() =>
    typeof document === 'undefined' ? place : (document.getElementById(retentionId)?.textContent ?? ''),
  );
  const settings = useSettings();
  return settings ? String(settings.contactRetentionDays) : rendered;
}
