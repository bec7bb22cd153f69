import type { DemoOwner } from './demoProduct';

/** The history of an order up to its current state. */
export type DemoHistory =
  | 'undoable'
  | 'toShip'
  | 'partlyShipped'
  | 'shipped'
  | 'delivered'
  | 'undone'
  | 'cancelled'
  | 'refundedPartly'
  | 'refundedWholly'
  | 'captureFailed';

export interface DemoOrder {
  /** Its number, which is its id. */
  readonly number: string;
  readonly buyer: DemoOwner | 'guest';
  readonly sentTo: 'sanJose' | 'brooklyn' | 'seattle' | 'austin' | 'berlin';
  readonly lines: readonly { readonly slug: string; readonly quantity: number }[];
  readonly daysAgo: number;
  readonly history: DemoHistory;
}

type Line = readonly [slug: string, quantity: number];

const order = (
  number: string,
  [buyer, sentTo]: readonly [DemoOrder['buyer'], DemoOrder['sentTo']],
  [daysAgo, history]: readonly [number, DemoHistory],
  ...lines: readonly Line[]
): DemoOrder => ({
  ...{ number, buyer, sentTo, daysAgo, history },
  lines: lines.map(([slug, quantity]) => ({ slug, quantity })),
});

const shopper = ['shopper', 'sanJose'] as const;
const other = ['other', 'brooklyn'] as const;
const guest = ['guest', 'seattle'] as const;

/** Orders of the last weeks in every state that lists and reports show, oldest first. */
export const demoOrders: readonly DemoOrder[] = [
  order('K-D3M0-0AT7', shopper, [33.4, 'delivered'], ['second-cup-teapot', 1], ['long-spout-watering-can', 1]),
  order('K-D3M0-1BX4', other, [30.2, 'delivered'], ['hex-dumbbell-pair-5-kg', 1], ['double-under-jump-rope', 2]),
  order('K-D3M0-2CR9', guest, [28.7, 'delivered'], ['three-leg-oak-stool', 2]),
  // Refunded on a day without another order, whenever the demo data is inserted: reports show a negative day.
  order('K-D3M0-3DV2', ['guest', 'berlin'], [26.8, 'refundedWholly'], ['dover-felt-hat', 1]),
  order('K-D3M0-4EK8', shopper, [23.5, 'delivered'], ['hallway-wireless-router', 1], ['saddle-leather-belt', 1]),
  order('K-D3M0-5FW3', other, [21.3, 'delivered'], ['kerbside-maple-skateboard', 1], ['garage-table-tennis-set', 1]),
  order('K-D3M0-6GH6', guest, [18.8, 'cancelled'], ['corner-suede-sneaker', 1]),
  order('K-D3M0-7HN1', shopper, [16.6, 'refundedPartly'], ['reed-ribbed-vase', 2], ['switchback-straw-bottle', 4]),
  order('K-D3M0-8JY5', other, [15.2, 'cancelled'], ['low-hum-mechanical-keyboard', 1]),
  order('K-D3M0-9KP0', ['guest', 'austin'], [13.9, 'delivered'], ['grove-cork-yoga-mat', 1], ['warm-up-loop-band', 3]),
  order('K-D3M0-AMQ7', shopper, [10.9, 'delivered'], ['summit-steel-bottle', 2], ['morning-roll-yoga-mat', 1]),
  order('K-D3M0-BNZ4', other, [9.6, 'shipped'], ['lookout-oak-table-lamp', 1]),
  order('K-D3M0-CPT9', guest, [7.9, 'delivered'], ['inlet-stoneware-mug', 2], ['foundry-kettlebell-12-kg', 1]),
  order('K-D3M0-DQ52', shopper, [6.3, 'refundedPartly'], ['speckled-pour-over-set', 1], ['second-cup-teapot', 1]),
  order('K-D3M0-ER88', other, [4.9, 'partlyShipped'], ['summit-steel-bottle', 2], ['commuter-roll-top-backpack', 1]),
  order('K-D3M0-FS36', shopper, [3.8, 'shipped'], ['harbour-canvas-tote', 1], ['inlet-stoneware-mug', 1]),
  order('K-D3M0-GT61', ['guest', 'berlin'], [2.9, 'toShip'], ['alder-ceramic-table-lamp', 1]),
  order('K-D3M0-HV95', other, [2.2, 'captureFailed'], ['cadence-smart-watch', 1]),
  order('K-D3M0-JW10', shopper, [1.6, 'toShip'], ['towpath-running-shoe', 1], ['warm-up-loop-band', 2]),
  order('K-D3M0-KX47', other, [0.7, 'undone'], ['studio-lane-headphones', 1]),
  order('K-D3M0-MY74', guest, [0.4, 'toShip'], ['ember-crew-neck-sweater', 1]),
  order('K-D3M0-NZ02', shopper, [0.001, 'undoable'], ['harbour-canvas-tote', 1], ['ribbed-merino-beanie', 1]),
];

/** The last order of older versions' demo data: a shop with it is complete. */
export const lastFormerOrder = 'demo-order-7';

const inUnitedStates = { company: '', streetLine2: '', countryCode: 'US', phoneNumber: '' };

/** An address in each default tax zone but one, and one in none. */
export const demoPlaces = {
  sanJose: { ...inUnitedStates, streetLine1: '212 Alder Street', city: 'San Jose', region: 'CA', postalCode: '95112' },
  brooklyn: { ...inUnitedStates, streetLine1: '48 Pier Avenue', city: 'Brooklyn', region: 'NY', postalCode: '11201' },
  seattle: { ...inUnitedStates, streetLine1: '9 Harbour Way', city: 'Seattle', region: 'WA', postalCode: '98101' },
  austin: { ...inUnitedStates, streetLine1: '730 Linden Road', city: 'Austin', region: 'TX', postalCode: '78701' },
  berlin: {
    ...{ company: '', streetLine1: 'Lindenstraße 12', streetLine2: '', city: 'Berlin', region: '' },
    ...{ postalCode: '10969', countryCode: 'DE', phoneNumber: '' },
  },
} as const;

export const demoGuest = { name: 'Mara Winter', email: 'mara@example.com' };
