import type { Repositories } from '../collections/repositories';
import { endCursorOf, type Page } from '../lists/connection';
import type { ProductDocument } from '../products/products.repository';
import { listProducts, type ListProductsInput } from '../products/listProducts';
import { asAnonymous } from './contexts';

/** A page of the public products. */
export async function productPage(
  repositories: Repositories,
  input: ListProductsInput,
): Promise<Page<ProductDocument>> {
  return (await listProducts(asAnonymous(repositories), input)).page();
}

/** The whole list, read page by page. */
export async function everyProduct(repositories: Repositories, input: ListProductsInput): Promise<ProductDocument[]> {
  const found: ProductDocument[] = [];
  for (let after: string | null = null; ;) {
    const page: Page<ProductDocument> = await productPage(repositories, { ...input, after });
    found.push(...page.rows);
    if (!page.hasNextPage) return found;
    after = endCursorOf(page);
  }
}
