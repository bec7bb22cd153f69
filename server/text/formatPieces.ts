/** '1 piece', '2 pieces'. */
export const formatPieces = (count: number): string => (count === 1 ? '1 piece' : `${count} pieces`);
