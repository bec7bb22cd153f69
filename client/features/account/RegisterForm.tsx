import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import { useFormik } from 'formik';
import { useState } from 'react';
import { cleanName } from '../../lib/cleanName';
import { useSession } from '../../session/SessionProvider';
import { useAccount } from '../../session/useAccount';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { fieldProps, useFormSubmit } from '../../ui/formBinding';
import { FormField } from '../../ui/FormField';
import { FormFields } from '../../ui/FormFields';
import { Link } from '../../ui/Link';
import { toast } from '../../ui/toast';
import { useUnsavedChangesPrompt } from '../../ui/useUnsavedChangesPrompt';
import { AuthTitle } from './AuthTitle';
import { GoogleSignIn } from './GoogleSignIn';
import { ProfileImageField } from './ProfileImageField';
import { emptyRegistration, registrationSchema } from './registration';
import { type RegistrationFailure, registrationFailure } from './registrationFailure';

const fields = [
  { name: 'name', label: 'Full Name', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'password', label: 'Password', type: 'password', autoComplete: 'new-password' },
  { name: 'confirmPassword', label: 'Confirm Password', type: 'password', autoComplete: 'new-password' },
] as const;

function useRegisterForm() {
  const { register } = useAccount();
  const [failure, setFailure] = useState<RegistrationFailure>();
  const form = useFormik({
    initialValues: emptyRegistration,
    validationSchema: registrationSchema,
    onSubmit: async ({ name, email, password, photo }, { setFieldError }) => {
      setFailure(undefined);
      try {
        await register({ name: cleanName(name), email: email.trim(), password, photoURL: photo?.name ?? '' });
        toast('Account created successfully!', 'success');
      } catch (error) {
        const failed = registrationFailure(error);
        setFailure(failed);
        if (failed.field) setFieldError(failed.field, failed.sentence);
        toast(failed.sentence, 'error');
      }
    },
  });
  return { form, failure };
}

export function RegisterForm() {
  const { form, failure } = useRegisterForm();
  const { whenKnown } = useSession();
  const [google, setGoogle] = useState(false);
  const submit = useFormSubmit(form);
  const pending = form.isSubmitting;
  const question = useUnsavedChangesPrompt(form.dirty, 'Your account is not created yet.');

  return (
    // Loads the identity provider's SDK while the user types.
    <Stack component="form" sx={{ gap: 2.5 }} {...submit} onFocus={() => void whenKnown()}>
      <AuthTitle title="Create Account" text="Join us and start your shopping journey" />
      {failure && <ErrorAlert sentence={failure.sentence} hint={failure.hint} />}
      <FormFields>
        {fields.map(({ name, ...field }) => (
          <FormField key={name} {...field} required {...fieldProps(form, name)} />
        ))}
        <ProfileImageField
          file={form.values.photo}
          error={form.errors.photo}
          onChange={(file) => void form.setFieldValue('photo', file)}
        />
      </FormFields>
      <Button type="submit" fullWidth size="large" disabled={pending || google}>
        {pending ? 'Creating account...' : 'Create Account'}
      </Button>
      <Divider role="presentation">or</Divider>
      <GoogleSignIn
        label="Sign up with Google"
        remember
        pending={google}
        disabled={pending || google}
        onPending={setGoogle}
      />
      <Link to="/login" color="textSecondary" sx={{ alignSelf: 'center', textAlign: 'center' }}>
        Already have an account?{' '}
        <Box component="b" sx={{ color: 'primary.main' }}>
          Sign in
        </Box>
      </Link>
      {question}
    </Stack>
  );
}
