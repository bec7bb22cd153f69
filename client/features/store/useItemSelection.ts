import { useMemo, useState } from 'react';
import type { TableSelection } from '../../ui/tableColumns';
import type { Chosen } from './bulk';
import type { Item } from './useItemPages';

/** The selection spans pages; it keeps the names of rows on other pages. */
export function useItemSelection(rows: readonly Item[] | undefined) {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const selected = useMemo(() => new Set(names.keys()), [names]);
  const chosen: Chosen[] = [...names].map(([id, name]) => ({ id, name }));
  const selection: TableSelection<Item> = {
    selected,
    nameOf: ({ name }) => name,
    onChange: (next) => {
      const here = new Map(rows?.map(({ id, name }) => [id, name]));
      setNames(new Map([...next].map((id) => [id, names.get(id) ?? here.get(id) ?? id])));
    },
  };
  return {
    selection,
    chosen,
    clear: () => setNames(new Map()),
    select: (items: readonly Chosen[]) => setNames(new Map(items.map(({ id, name }) => [id, name]))),
    drop: (gone: string) => setNames((before) => new Map([...before].filter(([id]) => id !== gone))),
  };
}
