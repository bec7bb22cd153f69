const tints = new Map([
  ['Electronics', 'electronics'],
  ['Fashion', 'fashion'],
  ['Home & Garden', 'home'],
  ['Sports & Fitness', 'sports'],
]);

export const categoryTint = (category: string): string => tints.get(category) ?? 'plain';
