import type { light } from '../../theme/palette';

export type Tint = keyof typeof light.category | 'plain';

const tints = new Map<string, Tint>([
  ['Electronics', 'electronics'],
  ['Fashion', 'fashion'],
  ['Home & Garden', 'home'],
  ['Sports & Fitness', 'sports'],
]);

export const categoryTint = (category: string): Tint => tints.get(category) ?? 'plain';
