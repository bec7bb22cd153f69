import { fieldNames, productFields, type ShownField } from './productFields';
import type { ProductDocument } from './products.repository';

class Shown {
  constructor(readonly stored: ProductDocument) {}
}

/**
 * A product in the schema's shape. Fields are properties rather than resolvers: graphql-jit creates closures and a path
 * per resolver, which is expensive for lists of hundreds.
 */
export type ShownProduct = Shown & {
  readonly [Field in ShownField]: ReturnType<(typeof productFields)[Field]['shown']>;
};

for (const field of fieldNames) {
  const { shown } = productFields[field];
  if (!shown) continue;
  Object.defineProperty(Shown.prototype, field, {
    get(this: Shown) {
      return shown(this.stored);
    },
  });
}

export const show = (product: ProductDocument) => new Shown(product) as ShownProduct;

export const isShownProduct = (item: object): item is ShownProduct => item instanceof Shown;
