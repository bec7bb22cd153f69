import { Fragment } from 'react';

interface Props {
  lines: readonly { readonly quantity: number; readonly name: string }[];
}

/** '2 × Stoneware mug, 1 × Lamp', with each name in its own direction. */
export function ParcelPieces({ lines }: Props) {
  return lines.map(({ quantity, name }, index) => (
    // Two lines may say the same, and their order stays.
    <Fragment key={index}>
      {index > 0 && ', '}
      {quantity} × <bdi>{name}</bdi>
    </Fragment>
  ));
}
