import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useFormSubmit } from '../../ui/formBinding';
import { FormField } from '../../ui/FormField';
import type { useNote } from './useNote';

/** Hidden from buyers. */
export function NoteForm({ note: { text, setText, add, isBusy, failure } }: { note: ReturnType<typeof useNote> }) {
  const submit = useFormSubmit({ isSubmitting: isBusy, submitCount: 0, submitForm: add });
  return (
    <Stack component="form" {...submit} sx={{ gap: 1.5 }}>
      <FormField
        label="Note for admins"
        name="note"
        autoComplete="off"
        grows
        value={text}
        error={failure?.sentence}
        onChange={setText}
      />
      <Button variant="soft" type="submit" disabled={isBusy} sx={{ alignSelf: 'start' }}>
        {isBusy ? 'Adding…' : 'Add note'}
      </Button>
    </Stack>
  );
}
