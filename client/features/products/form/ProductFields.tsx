import { FormField } from '../../../ui/FormField';
import type { Separators } from './createProduct';
import { CategoryChoices } from './CategoryChoices';
import { PhotoPreviews } from './PhotoPreviews';
import { SlugField } from './SlugField';
import { listOf, type Separator } from './typedTexts';
import type { TextProps } from './useProductForm';

type Name = 'name' | 'slug' | 'description' | 'price' | 'discount' | 'photos';

interface Props {
  bind: (name: Name) => TextProps;
  values: Record<Name, string>;
  separators: Separators;
}

const separatedBy = { ',': 'separated by commas', '\n': 'one per line, because they hold commas' };

/** The fields of Create Product and of its edit; no required markers (section 5). */
export function ProductFields({ bind, values, separators }: Props) {
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
        <FormField
          label="Photos"
          autoComplete="off"
          grows
          hint={`Addresses, ${separatedBy[separators.photos]}`}
          {...bind('photos')}
        />
        <PhotoPreviews photos={listOf(values.photos, separators.photos)} />
      </div>
    </>
  );
}

export function CategoriesField({ field, separator }: { field: TextProps; separator: Separator }) {
  return (
    <div className="category-field">
      <FormField
        label="Categories"
        autoComplete="off"
        grows={separator === '\n'}
        hint={`The first is the main category; ${separatedBy[separator]}`}
        {...field}
      />
      <CategoryChoices
        chosen={listOf(field.value, separator)}
        onChange={(next) => field.onChange(next.join(separator === ',' ? ', ' : '\n'))}
      />
    </div>
  );
}
