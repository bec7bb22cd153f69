import type { ProductDocument } from './products.repository';
import { storedProductFields as shown } from './storedItem';

/**
 * A product as the schema has it. Its plain fields are properties and not resolvers: a list has hundreds of them, and
 * graphql-jit makes closures and a path for each that has a resolver.
 */
export class ShownProduct {
  constructor(readonly stored: ProductDocument) {}

  get name() {
    return shown.name(this.stored);
  }
  get slug() {
    return shown.slug(this.stored);
  }
  get description() {
    return shown.description(this.stored);
  }
  get photos() {
    return shown.photos(this.stored);
  }
  get categories() {
    return shown.categories(this.stored);
  }
  get price() {
    return shown.price(this.stored);
  }
  get originalPrice() {
    return shown.originalPrice(this.stored);
  }
  get discount() {
    return shown.discount(this.stored);
  }
  get inStock() {
    return shown.inStock(this.stored);
  }
  get rating() {
    return shown.rating(this.stored);
  }
  get reviewCount() {
    return shown.reviewCount(this.stored);
  }
  get createdAt() {
    return shown.createdAt(this.stored);
  }
  get deactivatedByShop() {
    return Boolean(this.stored.heldByShop);
  }
  get version() {
    return shown.version(this.stored);
  }
}

export const show = (product: ProductDocument) => new ShownProduct(product);
