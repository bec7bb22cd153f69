import { createContext, useContext } from 'react';

/** The filters of the list that cards stand in, as an address has them: a product's page leads back to it. */
const FilteredList = createContext('');
export const FilteredListProvider = FilteredList.Provider;
export const useFilteredList = (): string => useContext(FilteredList);
