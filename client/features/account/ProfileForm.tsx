import { useMutation } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useFormik } from 'formik';
import { useState } from 'react';
import { UpdateProfileDocument } from '../../__generated__/lazyOperations';
import { cleanName } from '../../lib/cleanName';
import { logFailure } from '../../lib/logFailure';
import { apiErrorOf } from '../../lib/apiError';
import { serverMessage } from '../../lib/serverMessage';
import { useSession } from '../../session/SessionProvider';
import { rem } from '../../theme/typography';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { fieldProps, useFormSubmit } from '../../ui/formBinding';
import { FormField } from '../../ui/FormField';
import { FormFields } from '../../ui/FormFields';
import { toast } from '../../ui/toast';
import { useUnsavedChangesPrompt } from '../../ui/useUnsavedChangesPrompt';
import { type Profile, profileSchema, providerPhoto } from './profile';

const failure = 'Failed to save your profile';
const halfSaved =
  'Your profile is saved in the shop. The sign-in service did not take it: the header shows the old one.';

/** Updates the shop's record and then the identity provider, whose name the header shows. */
function useProfileForm(before: Profile) {
  const { provider } = useSession();
  const [update] = useMutation(UpdateProfileDocument);
  const [failed, setFailed] = useState<string>();
  const form = useFormik({
    initialValues: before,
    enableReinitialize: true,
    validationSchema: profileSchema(before),
    onSubmit: async (values, { setFieldError }) => {
      setFailed(undefined);
      let words = failure;
      const input = { name: cleanName(values.name), photoURL: values.photoURL.trim() };
      try {
        await update({ variables: { input } });
        words = halfSaved;
        const { changeProfile } = await provider();
        await changeProfile({ displayName: input.name, photoURL: providerPhoto(input.photoURL) });
        toast('Profile saved', 'success');
      } catch (error) {
        const refusal = apiErrorOf(error);
        if (refusal?.field === 'name' || refusal?.field === 'photoURL') {
          return setFieldError(refusal.field, refusal.message);
        }
        logFailure(words, error);
        setFailed(serverMessage(error, words));
      }
    },
  });
  return { form, failed };
}

export function ProfileForm({ profile }: { profile: Profile }) {
  const { form, failed } = useProfileForm(profile);
  const submit = useFormSubmit(form);
  const question = useUnsavedChangesPrompt(form.dirty);
  return (
    <Box component="form" sx={{ maxWidth: rem(460) }} {...submit}>
      <FormFields>
        {failed !== undefined && (
          <ErrorAlert sentence={failed} hint="What you typed is still here: try again in a moment." />
        )}
        <FormField label="Display name" autoComplete="name" required {...fieldProps(form, 'name')} />
        <FormField label="Photo" autoComplete="photo" describedBy="photo-words" {...fieldProps(form, 'photoURL')} />
        <Button type="submit" sx={{ justifySelf: 'start' }} disabled={form.isSubmitting}>
          {form.isSubmitting ? 'Saving...' : 'Save'}
        </Button>
      </FormFields>
      {question}
    </Box>
  );
}
