import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useFormik } from 'formik';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { object } from 'yup';
import { useSession } from '../../session/SessionProvider';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { fieldProps, useFormSubmit } from '../../ui/formBinding';
import { FormField } from '../../ui/FormField';
import { FormFields } from '../../ui/FormFields';
import { ActionResult } from './ActionResult';
import { AuthTitle } from './AuthTitle';
import { linkFailure } from './linkFailure';
import { passwordRefusal } from './passwordRefusal';
import { passwordFields } from './registration';
import { type LinkFailure, ExpiredLink } from './ExpiredLink';

const schema = object(passwordFields);

interface FormProps {
  email: string;
  onSubmit: (password: string) => Promise<void>;
}

function NewPasswordForm({ email, onSubmit }: FormProps) {
  const [failure, setFailure] = useState<string>();
  const form = useFormik({
    initialValues: { password: '', confirmPassword: '' },
    validationSchema: schema,
    onSubmit: async ({ password }) => {
      setFailure(undefined);
      try {
        await onSubmit(password);
      } catch (error) {
        setFailure(passwordRefusal(error) ?? 'Try again in a moment.');
      }
    },
  });
  const submit = useFormSubmit(form);
  const pending = form.isSubmitting;
  return (
    <Stack component="form" sx={{ gap: 3.75 }} {...submit}>
      <AuthTitle title="Choose a new password" text={`For ${email}`} />
      {failure && <ErrorAlert sentence="The password was not changed." hint={failure} />}
      {/* Password managers keep the new password under this name. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <FormFields>
        <FormField
          label="New Password"
          type="password"
          autoComplete="new-password"
          required
          {...fieldProps(form, 'password')}
        />
        <FormField
          label="Confirm Password"
          type="password"
          autoComplete="new-password"
          required
          {...fieldProps(form, 'confirmPassword')}
        />
      </FormFields>
      <Button type="submit" fullWidth size="large" disabled={pending}>
        {pending ? 'Saving...' : 'Save new password'}
      </Button>
    </Stack>
  );
}

/** The target of a reset mail's link. */
export function NewPassword({ code, onUsed }: { code: string; onUsed: () => void }) {
  const { provider } = useSession();
  const [email, setEmail] = useState<string>();
  const [failure, setFailure] = useState<LinkFailure>();
  const [done, setDone] = useState(false);

  useEffect(() => {
    provider()
      .then(({ mail }) => mail.resetCodeEmail(code))
      .then(setEmail, (error: unknown) => setFailure(linkFailure(error)));
  }, [code, provider]);

  async function save(password: string) {
    const { mail } = await provider();
    try {
      await mail.resetPassword(code, password);
      setDone(true);
      onUsed();
    } catch (error) {
      if (passwordRefusal(error) !== undefined || linkFailure(error) === 'unreachable') throw error;
      setFailure('invalid');
      onUsed();
    }
  }

  if (done) {
    return (
      <ActionResult title="Your password has been changed" text="Sign in with it from now on.">
        <Button component={Link} to="/login">
          Sign In
        </Button>
      </ActionResult>
    );
  }
  if (failure) {
    return (
      <ExpiredLink failure={failure}>
        <Button component={Link} to="/account/action">
          Ask for a new link
        </Button>
      </ExpiredLink>
    );
  }
  if (email === undefined) return <p role="status">Checking the link...</p>;
  return <NewPasswordForm email={email} onSubmit={save} />;
}
