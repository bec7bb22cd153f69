import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { fieldNamesBelow } from '../graphql/fieldNamesBelow';
import { isProductField, productFields } from './productFields';
import type { AskedFields } from './products.repository';

type Asked = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/** By the document's field node: parsed documents are cached. */
const known = new WeakMap<FieldNode, AskedFields>();

/** The stored fields that the selected fields of products below a schema field need. */
export function askedFields(info: Asked): AskedFields {
  const [field, ...others] = info.fieldNodes;
  // Which of several nodes are selected may depend on the variables of their directives.
  if (!field || others.length > 0) return readAskedFields(info);
  const found = known.get(field);
  if (found) return found;
  const read = readAskedFields(info);
  known.set(field, read);
  return read;
}

const readAskedFields = (info: Asked): AskedFields =>
  [...fieldNamesBelow(info)].filter(isProductField).flatMap((name): AskedFields => productFields[name].stored);
