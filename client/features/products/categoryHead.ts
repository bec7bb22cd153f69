import { constants } from '../../lib/constants';
import type { PageTitleProps } from '../../ui/PageTitle';

/** Each category is a page of its own to search engines; `page`: of the whole list. */
export const categoryHead = (category: string, page: PageTitleProps): PageTitleProps =>
  constants.categories.some((each) => each === category)
    ? { title: category, description: `${category} in the shop, with filters for price and what is in stock.` }
    : page;
