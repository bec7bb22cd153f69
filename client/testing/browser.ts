// The production build: development React runs effects twice and records a stack for each element.
process.env.NODE_ENV = 'production';

/** Browser APIs that jsdom lacks, loaded before every other module. */

type OnIntersect = (entries: { isIntersecting: boolean }[]) => void;
const observed = new Map<object, { element: Element; notify: OnIntersect }>();

class InertObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

class FakeIntersectionObserver {
  private readonly notify: OnIntersect;
  constructor(notify: OnIntersect) {
    this.notify = notify;
  }
  observe(element: Element) {
    observed.set(this, { element, notify: this.notify });
  }
  disconnect() {
    observed.delete(this);
  }
}

const channels = new Set<FakeBroadcastChannel>();

const posted: { readonly channel: string; readonly data: unknown }[] = [];

/** Receives no messages of its own: there is only one tab. */
class FakeBroadcastChannel extends EventTarget {
  constructor(readonly name: string) {
    super();
    channels.add(this);
  }
  postMessage(data: unknown) {
    posted.push({ channel: this.name, data });
  }
}

/** Simulates a message of another tab. */
export function receiveFromOtherTab(channel: string, data: unknown): void {
  for (const each of channels) if (each.name === channel) each.dispatchEvent(new MessageEvent('message', { data }));
}

/** What this tab has told the others since the last call. */
export const takePosted = (channel: string): unknown[] =>
  posted.splice(0).flatMap((each) => (each.channel === channel ? [each.data] : []));

/** Returns how many elements of the page are observed. */
export function intersectAll(): number {
  const present = [...observed.values()].filter(({ element }) => element.isConnected);
  for (const { notify } of present) notify([{ isIntersecting: true }]);
  return present.length;
}

function isMet(condition: string): boolean {
  const [, feature = '', value = ''] = /\(([\w-]+):\s*([\w.-]+)\)/.exec(condition) ?? [];
  if (feature === 'min-width') return innerWidth >= parseFloat(value);
  if (feature === 'max-width') return innerWidth <= parseFloat(value);
  // Tests do not wait for animations.
  return feature === 'prefers-reduced-motion' && value === 'reduce';
}

const matches = (query: string) => query.split(',').some((part) => part.split(' and ').every(isMet));

export function resizeTo(width: number): void {
  Object.assign(window, { innerWidth: width });
  dispatchEvent(new Event('resize'));
}

function matchMedia(media: string) {
  const list = new EventTarget();
  addEventListener('resize', () => list.dispatchEvent(new Event('change')));
  // MUI uses the deprecated methods.
  const addListener = (listener: EventListener) => list.addEventListener('change', listener);
  const removeListener = (listener: EventListener) => list.removeEventListener('change', listener);
  return Object.defineProperties(list, {
    ...{ media: { value: media }, matches: { get: () => matches(media) } },
    ...{ addListener: { value: addListener }, removeListener: { value: removeListener } },
  });
}

Object.assign(window, {
  BroadcastChannel: FakeBroadcastChannel,
  IntersectionObserver: FakeIntersectionObserver,
  ResizeObserver: InertObserver,
  matchMedia,
  scrollTo: () => undefined,
});
Blob.prototype.arrayBuffer ??= function () {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(this);
  });
};
Element.prototype.scrollIntoView = () => undefined;
// In jsdom it is false while the body is the active element.
document.hasFocus = () => true;
