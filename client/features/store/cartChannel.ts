let channel: BroadcastChannel | undefined;

/** One for the life of the page: a tab does not hear itself. */
const open = (): BroadcastChannel => (channel ??= new BroadcastChannel('kiosk-cart'));

/** For the same person's other tabs: their lists are behind. */
export const announceCartChange = (email: string): void => open().postMessage(email);

export function onCartChangedElsewhere(email: string, act: () => void): () => void {
  const listen = ({ data }: MessageEvent) => {
    if (data === email) act();
  };
  open().addEventListener('message', listen);
  return () => open().removeEventListener('message', listen);
}
