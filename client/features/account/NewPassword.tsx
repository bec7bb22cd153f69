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
import { authHint } from './authHint';
import { ExpiredLink } from './ExpiredLink';
import { type LinkFailure, linkFailure } from './linkFailure';
import { passwordFields } from './registration';

const schema = object(passwordFields);

const unanswered = { sentence: 'There was no answer.', hint: 'Check your connection and save it again.' };
const maybeDone = { title: 'It may have been changed already', text: 'Try to sign in with the new password.' };

interface FormProps {
  email: string;
  /** Whether an earlier password may have been saved. */
  isUnanswered: boolean;
  onSubmit: (password: string) => Promise<void>;
}

function NewPasswordForm({ email, isUnanswered, onSubmit }: FormProps) {
  const [failure, setFailure] = useState<typeof unanswered>();
  const form = useFormik({
    initialValues: { password: '', confirmPassword: '' },
    validationSchema: schema,
    onSubmit: async ({ password }) => {
      setFailure(undefined);
      try {
        await onSubmit(password);
      } catch (error) {
        const refused = {
          sentence: isUnanswered ? `${maybeDone.title}.` : 'The password was not changed.',
          hint: authHint(error) ?? 'Try again in a moment.',
        };
        setFailure(linkFailure(error) === 'unreachable' ? unanswered : refused);
      }
    },
  });
  const submit = useFormSubmit(form);
  const pending = form.isSubmitting;
  return (
    <Stack component="form" sx={{ gap: 3.75 }} {...submit}>
      <AuthTitle title="Choose a new password" text={`For ${email}`} />
      {failure && <ErrorAlert {...failure} />}
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
  const [isUnanswered, setUnanswered] = useState(false);
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
      const reason = linkFailure(error);
      if (reason === 'unreachable') setUnanswered(true);
      if (reason !== 'invalid') throw error;
      setFailure(reason);
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
      <ExpiredLink failure={failure} maybeDone={isUnanswered ? maybeDone : undefined}>
        <Button component={Link} to="/account/action">
          Ask for a new link
        </Button>
      </ExpiredLink>
    );
  }
  if (email === undefined) return <p role="status">Checking the link...</p>;
  return <NewPasswordForm email={email} isUnanswered={isUnanswered} onSubmit={save} />;
}
