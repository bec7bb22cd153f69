import Button from '@mui/material/Button';
import { useFormik } from 'formik';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { cleanName } from '../../lib/cleanName';
import { useSession } from '../../session/SessionProvider';
import { useAccount } from '../../session/useAccount';
import { fieldProps, useFormSubmit } from '../../ui/formBinding';
import { FormField } from '../../ui/FormField';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { toast } from '../../ui/toast';
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
  const { whenKnown: known } = useSession();
  const [google, setGoogle] = useState(false);
  const submit = useFormSubmit(form);
  const pending = form.isSubmitting;

  return (
    // Loads the identity provider's SDK while the user types.
    <form className="auth-form" {...submit} onFocus={() => void known()}>
      <div>
        <h1>Create Account</h1>
        <p className="muted">Join us and start your shopping journey</p>
      </div>
      {failure && <ErrorAlert sentence={failure.sentence} hint={failure.hint} />}
      <div className="fields">
        {fields.map(({ name, ...field }) => (
          <FormField key={name} {...field} required {...fieldProps(form, name)} />
        ))}
        <ProfileImageField
          file={form.values.photo}
          error={form.errors.photo}
          onChange={(file) => void form.setFieldValue('photo', file)}
        />
      </div>
      <Button type="submit" fullWidth className="big" disabled={pending || google}>
        {pending ? 'Creating account...' : 'Create Account'}
      </Button>
      <p className="or">or</p>
      <GoogleSignIn
        label="Sign up with Google"
        remember
        pending={google}
        disabled={pending || google}
        onPending={setGoogle}
      />
      <p className="centred">
        <Link to="/login" className="whole-sentence">
          Already have an account? <b>Sign in</b>
        </Link>
      </p>
    </form>
  );
}
