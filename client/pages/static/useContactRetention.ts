import { useState } from 'react';
import { useSettings } from '../../session/useSettings';

/** The server's placeholder for the setting in rendered pages. */
const place = '__CONTACT_RETENTION_DAYS__';
export const retentionId = 'contact-retention';

/** How many days messages are stored; '' while it loads. */
export function useContactRetention(): string {
  const [rendered] = useState(() =>
    typeof document === 'undefined' ? place : (document.getElementById(retentionId)?.textContent ?? ''),
  );
  const settings = useSettings();
  return settings ? String(settings.contactRetentionDays) : rendered;
}
