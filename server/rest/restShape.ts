const lowerCase = new Set(['role', 'status']);

/** GraphQL's shape as REST has it: `_id`, lower-case enums, and no e-mail where it may not be seen. */
export function restShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restShape);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const fields: [string, unknown][] = [];
  for (const [name, child] of Object.entries(value)) {
    if (name === '__typename' || (child === null && absentWhenNull.has(name))) continue;
    if (name === 'id') fields.push(['_id', child]);
    else if (lowerCase.has(name) && typeof child === 'string') fields.push([name, child.toLowerCase()]);
    else fields.push([name, restShape(child)]);
  }
  return Object.fromEntries(fields);
}

const absentWhenNull = new Set([
  'email',
  'notice',
  'originalPrice',
  'rating',
  'reviewCount',
  'createdAt',
  'currentPrice',
]);
