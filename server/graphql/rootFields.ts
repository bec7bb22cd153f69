import { Kind, type DocumentNode, type SelectionSetNode } from 'graphql';

/** The names of an operation's root fields; each fragment is visited once, since fragments may refer to each other. */
export function rootFields(
  { selections }: SelectionSetNode,
  document: DocumentNode,
  opened: Set<string> = new Set(),
): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootFields(selection.selectionSet, document, opened);
    const name = selection.name.value;
    if (opened.has(name)) return [];
    opened.add(name);
    const fragment = document.definitions.find(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? rootFields(fragment.selectionSet, document, opened) : [];
  });
}
