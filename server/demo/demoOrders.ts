import type { DemoOwner } from './demoProduct';

export interface DemoOrder {
  id: string;
  buyer: DemoOwner;
  lines: { slug: string; quantity: number }[];
  daysAgo: number;
  status: 'placed' | 'shipped' | 'delivered' | 'cancelled';
}

export const demoOrders: DemoOrder[] = [
  {
    id: 'demo-order-1',
    buyer: 'shopper',
    lines: [
      { slug: 'second-cup-teapot', quantity: 1 },
      { slug: 'beeswax-candle-in-clay-cup', quantity: 2 },
    ],
    daysAgo: 31,
    status: 'delivered',
  },
  {
    id: 'demo-order-2',
    buyer: 'other',
    lines: [{ slug: 'hex-dumbbell-pair-5-kg', quantity: 1 }],
    daysAgo: 27,
    status: 'delivered',
  },
  {
    id: 'demo-order-3',
    buyer: 'shopper',
    lines: [
      { slug: 'ribbed-merino-beanie', quantity: 1 },
      { slug: 'saddle-leather-belt', quantity: 1 },
    ],
    daysAgo: 20,
    status: 'delivered',
  },
  {
    id: 'demo-order-4',
    buyer: 'other',
    lines: [{ slug: 'low-hum-mechanical-keyboard', quantity: 1 }],
    daysAgo: 15,
    status: 'cancelled',
  },
  {
    id: 'demo-order-5',
    buyer: 'other',
    lines: [
      { slug: 'summit-steel-bottle', quantity: 2 },
      { slug: 'morning-roll-yoga-mat', quantity: 1 },
    ],
    daysAgo: 9,
    status: 'shipped',
  },
  {
    id: 'demo-order-6',
    buyer: 'shopper',
    lines: [
      { slug: 'cadence-smart-watch', quantity: 1 },
      { slug: 'harbour-canvas-tote', quantity: 1 },
    ],
    daysAgo: 4,
    status: 'shipped',
  },
  {
    id: 'demo-order-7',
    buyer: 'shopper',
    lines: [{ slug: 'towpath-running-shoe', quantity: 1 }],
    daysAgo: 1,
    status: 'placed',
  },
];
