/** Where a page of a list begins: the cursor, and the number of rows before it. */
export interface PagePosition {
  after: string | null;
  before: number;
}

export const firstPosition: PagePosition = { after: null, before: 0 };

export function positionFromParams(params: URLSearchParams): PagePosition {
  const after = params.get('after');
  const before = Number(params.get('before') ?? 0);
  return after !== null && Number.isSafeInteger(before) && before > 0 ? { after, before } : firstPosition;
}

/** Appends the position to the filters' parameters; the first page has none. */
export function paramsWithPosition(filters: URLSearchParams, { after, before }: PagePosition): URLSearchParams {
  const params = new URLSearchParams(filters);
  if (after === null) return params;
  params.set('before', String(before));
  params.set('after', after);
  return params;
}
