import { productPath } from '../../../lib/paths';
import { FormField } from '../../../ui/FormField';
import { isSlug, slugOf } from './slugOf';
import type { TextProps } from './useProductForm';

interface Props {
  field: TextProps;
  name: string;
  /** A required one is not derived: the derived slug is offered. */
  required?: boolean;
}

/** The slug and the address that the product's page will have, as one types. */
export function SlugField({ field, name, required = false }: Props) {
  const typed = field.value.trim();
  const derived = name.trim() === '' ? '' : slugOf(name);
  const shown = typed || (required ? '' : derived);
  const address = isSlug(shown) ? `The page's address: ${productPath(shown)}` : undefined;
  const hint = address ?? (typed ? 'Lower-case letters, digits and single hyphens only' : 'The name in the address');
  return (
    <div>
      <FormField label="Slug" autoComplete="off" required={required} hint={hint} {...field} />
      {required && derived !== '' && typed !== derived && (
        <button type="button" className="text-button slug-offer" onClick={() => field.onChange(derived)}>
          Use {derived}
        </button>
      )}
    </div>
  );
}
