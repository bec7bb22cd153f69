import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import type { ComponentProps, ReactNode } from 'react';
import { fieldGrid } from '../../../ui/fieldGrid';
import { SwitchField } from '../../../ui/SwitchField';
import { useUnsavedChangesPrompt } from '../../../ui/useUnsavedChangesPrompt';
import { ShopPreview } from './ShopPreview';
import type { useProductForm } from './useProductForm';

type Preview = ComponentProps<typeof ShopPreview>;
type Values = Omit<Preview, 'photos' | 'categories'>;

interface Props extends Pick<Preview, 'photos' | 'categories'> {
  form: Pick<ReturnType<typeof useProductForm<Values>>['form'], 'values' | 'isSubmitting' | 'setFieldValue'>;
  submit: ReturnType<typeof useProductForm>['submit'];
  isUnsaved: boolean;
  button: { words: string; pending: string; disabled?: boolean };
  children: ReactNode;
}

/** Fields side by side if there is room. */
export const pair = { ...fieldGrid(2), gap: '22px 20px' } as const;

const columns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 300px' },
  alignItems: 'start',
  gap: 3.5,
  width: '100%',
} as const;

const panel = {
  gap: 2.75,
  gridTemplateColumns: 'minmax(0, 1fr)',
  // A visual mark only: screen readers announce 'required' from the control.
  '& label:has(+ * > :required)::after': { content: "'*' / ''", ml: 0.5, color: 'error.main' },
} as const;

const end = {
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 2,
  pt: 2.5,
  borderTop: 1,
  borderColor: 'divider',
} as const;

/** The frame of every product form: its buttons, and a preview of the card. */
export function ProductForm({ form, submit, isUnsaved, button, photos, categories, children }: Props) {
  const { values, isSubmitting, setFieldValue } = form;
  const question = useUnsavedChangesPrompt(isUnsaved);
  return (
    <Box sx={columns}>
      <Paper component="form" variant="panel" sx={panel} {...submit}>
        {children}
        <Stack direction="row" sx={end}>
          <SwitchField
            label="In stock"
            name="inStock"
            checked={values.inStock}
            onChange={(inStock) => void setFieldValue('inStock', inStock)}
          />
          <Button type="submit" disabled={isSubmitting || button.disabled}>
            {isSubmitting ? button.pending : button.words}
          </Button>
        </Stack>
      </Paper>
      <ShopPreview {...values} photos={photos} categories={categories} />
      {question}
    </Box>
  );
}
