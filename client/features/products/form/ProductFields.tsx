import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { FormField } from '../../../ui/FormField';
import { productFields, type Separators } from '../productFields';
import { CategoryChoices } from './CategoryChoices';
import { PhotoPreviews } from './PhotoPreviews';
import { pair } from './ProductForm';
import { SlugField } from './SlugField';
import { TaxClassField } from './TaxClassField';
import { listOf } from './typedTexts';
import type { TextProps } from './useProductForm';

interface Props {
  bind: (name: 'name' | 'slug' | 'description' | 'price' | 'discount' | 'stock' | 'taxClass') => TextProps;
  /** Whether the form marks them as required (section 5); Create Product and its edit reject nothing. */
  required?: boolean;
}

/** The fields that all product forms share. */
export function ProductFields({ bind, required = false }: Props) {
  const name = bind('name');
  return (
    <>
      <Box sx={pair}>
        <FormField label="Name" autoComplete="off" required={required} {...name} />
        <SlugField field={bind('slug')} name={name.value} required={required} />
      </Box>
      <FormField label="Description" autoComplete="off" rows={4} required={required} {...bind('description')} />
      <Box sx={pair}>
        <FormField label="Price ($)" autoComplete="off" inputMode="decimal" required={required} {...bind('price')} />
        <FormField
          label="Discount (%)"
          autoComplete="off"
          inputMode="decimal"
          {...(required && { hint: 'Optional' })}
          {...bind('discount')}
        />
        <FormField
          label={productFields.stock.label}
          autoComplete="off"
          inputMode="numeric"
          hint="Blank: not counted"
          {...bind('stock')}
        />
        <TaxClassField {...bind('taxClass')} />
      </Box>
    </>
  );
}

const separatedBy = { ',': 'separated by commas', '\n': 'one per line, because they hold commas' };

export function PhotosField({ field, separators: { photos } }: { field: TextProps; separators: Separators }) {
  return (
    <div>
      <FormField label="Photos" autoComplete="off" grows hint={`Addresses, ${separatedBy[photos]}`} {...field} />
      <PhotoPreviews photos={listOf(field.value, photos)} />
    </div>
  );
}

export function CategoriesField({ field, separators: { categories } }: { field: TextProps; separators: Separators }) {
  return (
    <Stack sx={{ gap: 1.25, minWidth: 0 }}>
      <FormField
        label="Categories"
        autoComplete="off"
        grows={categories === '\n'}
        hint={`The first is the main category; ${separatedBy[categories]}`}
        {...field}
      />
      <CategoryChoices
        chosen={listOf(field.value, categories)}
        onChange={(next) => field.onChange(next.join(categories === ',' ? ', ' : '\n'))}
      />
    </Stack>
  );
}
