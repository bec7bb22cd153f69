import { Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

/** The names of all fields that are asked for below one, at any depth, whatever their directives say. */
export function namesBelow({
  fieldNodes,
  fragments,
}: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): Set<string> {
  const names = new Set<string>();
  const opened = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      if (selection.kind !== Kind.FRAGMENT_SPREAD) collect(selection.selectionSet);
      else if (!opened.has(selection.name.value)) {
        opened.add(selection.name.value);
        collect(fragments[selection.name.value]?.selectionSet);
      }
    }
  };
  for (const { selectionSet } of fieldNodes) collect(selectionSet);
  return names;
}
