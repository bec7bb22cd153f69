import { FormField } from '../../../ui/FormField';
import { PhotoPreviews } from './PhotoPreviews';
import { SlugField } from './SlugField';
import { listOf } from './typedTexts';
import type { TextProps } from './useProductForm';

type Name = 'name' | 'slug' | 'description' | 'price' | 'discount' | 'photos' | 'categories';

interface Props {
  bind: (name: Name) => TextProps;
  values: Record<Name, string>;
}

/** The fields of Create Product and of its edit; no required markers (section 5). */
export function ProductFields({ bind, values }: Props) {
  return (
    <>
      <div className="pair">
        <FormField label="Name" autoComplete="off" {...bind('name')} />
        <SlugField field={bind('slug')} name={values.name} />
      </div>
      <FormField label="Description" autoComplete="off" rows={4} {...bind('description')} />
      <div className="pair">
        <FormField label="Price ($)" autoComplete="off" inputMode="decimal" {...bind('price')} />
        <FormField label="Discount (%)" autoComplete="off" inputMode="decimal" {...bind('discount')} />
      </div>
      <div className="photo-slot">
        <FormField label="Photos" autoComplete="off" grows hint="Addresses, separated by commas" {...bind('photos')} />
        <PhotoPreviews photos={listOf(values.photos)} />
      </div>
    </>
  );
}
