let channel: BroadcastChannel | undefined;

/** One per page, because a channel does not receive its own messages. */
const open = (): BroadcastChannel => (channel ??= new BroadcastChannel('kiosk-cart'));

/** To the user's other tabs. */
export const announceCartChange = (email: string): void => open().postMessage(email);

export function onCartChangedElsewhere(email: string, act: () => void): () => void {
  const listen = ({ data }: MessageEvent) => {
    if (data === email) act();
  };
  open().addEventListener('message', listen);
  return () => open().removeEventListener('message', listen);
}
