import { Fragment } from 'react';

interface Props {
  lines: readonly { readonly quantity: number; readonly name: string }[];
}

/** '2 × Stoneware mug, 1 × Lamp', each name isolated for bidirectional text. */
export function ParcelPieces({ lines }: Props) {
  return lines.map(({ quantity, name }, index) => (
    // Index keys: two lines may be equal, and their order is fixed.
    <Fragment key={index}>
      {index > 0 && ', '}
      {quantity} × <bdi>{name}</bdi>
    </Fragment>
  ));
}
