/** Whether two values are equal in all parts; their properties must be in one order, as of values that one function has made. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
