import { fieldNames, productFields, type ShownField } from './productFields';
import type { ProductDocument } from './products.repository';

class Shown {
  constructor(readonly stored: ProductDocument) {}
}

/**
 * A product as the schema has it. Its fields are properties and not resolvers: a list has hundreds of them, and graphql-jit makes
 * closures and a path for each that has a resolver.
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
