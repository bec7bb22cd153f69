import { fieldNames, productFields, type ProductViewField } from './productFields';
import type { ProductDocument } from './products.repository';

class View {
  constructor(readonly stored: ProductDocument) {}
}

/**
 * A product in the schema's shape. Fields are properties rather than resolvers: graphql-jit creates closures and a path
 * per resolver, which is expensive for lists of hundreds.
 */
export type ProductView = View & {
  readonly [Field in ProductViewField]: ReturnType<(typeof productFields)[Field]['resolve']>;
};

for (const field of fieldNames) {
  const { resolve } = productFields[field];
  if (!resolve) continue;
  Object.defineProperty(View.prototype, field, {
    get(this: View) {
      return resolve(this.stored);
    },
  });
}

export const toProductView = (product: ProductDocument) => new View(product) as ProductView;

export const isProductView = (item: object): item is ProductView => item instanceof View;
