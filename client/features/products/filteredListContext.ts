import { createContext, useContext } from 'react';

/** The search parameters of the surrounding list, for the breadcrumb of a product's page. */
const FilteredList = createContext('');
export const FilteredListProvider = FilteredList.Provider;
export const useFilteredList = (): string => useContext(FilteredList);
