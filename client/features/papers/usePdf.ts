import { useState } from 'react';
import { saveFile } from '../../lib/download';
import { logFailure } from '../../lib/logFailure';
import { useSession } from '../../session/SessionProvider';
import { toast } from '../../ui/toast';
import type { PaperRequest } from './usePapers';

/** The file's path on the server. */
export function pdfAddress(wanted: PaperRequest): string {
  if (wanted.kind === 'packing')
    return `/api/shopOrders/packing.pdf?${new URLSearchParams({ numbers: wanted.numbers.join(',') })}`;
  const { reader, number, kind, creditNumber } = wanted;
  const order = `/api/${reader === 'buyer' ? 'orders' : 'shopOrders'}/${encodeURIComponent(number)}`;
  return kind === 'invoice' ? `${order}/invoice.pdf` : `${order}/creditNotes/${encodeURIComponent(creditNumber)}.pdf`;
}

const nameOf = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'order.pdf';

/** Fetched with the authorizing headers, which a link cannot carry. */
export function usePdf(wanted: PaperRequest) {
  const { token } = useSession();
  const [isLoading, setLoading] = useState(false);

  async function headers(): Promise<Record<string, string>> {
    const guest = wanted.kind === 'packing' ? undefined : wanted.token;
    const own = await token().catch(() => undefined);
    return {
      ...(guest !== undefined && { 'x-checkout-token': guest }),
      ...(own !== undefined && { authorization: `Bearer ${own}` }),
    };
  }

  async function load(): Promise<void> {
    if (isLoading) return;
    setLoading(true);
    try {
      const response = await fetch(pdfAddress(wanted), { headers: await headers() });
      if (!response.ok) throw new Error(`The shop answered ${response.status}`);
      saveFile(nameOf(response), await response.blob());
    } catch (error) {
      logFailure('Failed to load a PDF', error);
      toast('The PDF could not be loaded. Please try again.', 'error');
    } finally {
      setLoading(false);
    }
  }

  return { isLoading, load: () => void load() };
}
