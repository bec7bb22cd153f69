import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useFormik } from 'formik';
import { useState } from 'react';
import { object } from 'yup';
import { authErrorCode } from '../../session/authErrorCode';
import { useSession } from '../../session/SessionProvider';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { fieldProps, useFormSubmit } from '../../ui/formBinding';
import { FormField } from '../../ui/FormField';
import { FormFields } from '../../ui/FormFields';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { AuthTitle } from './AuthTitle';
import { emailField } from './registration';

const schema = object({ email: emailField });

interface Props {
  email: string;
  onSent: () => void;
}

/** Does not disclose whether the account exists: the message is the same. */
export function ResetRequest({ email, onSent }: Props) {
  const { provider } = useSession();
  const [outcome, setOutcome] = useState<{ sentTo: string } | 'failed'>();
  const form = useFormik({
    initialValues: { email },
    validationSchema: schema,
    onSubmit: async (values) => {
      setOutcome(undefined);
      const sentTo = values.email.trim();
      try {
        await (await provider()).mail.sendPasswordReset(sentTo);
      } catch (error) {
        if (authErrorCode(error) !== 'auth/user-not-found') return setOutcome('failed');
      }
      setOutcome({ sentTo });
      onSent();
    },
  });
  const submit = useFormSubmit(form);
  const pending = form.isSubmitting;
  return (
    <Stack component="form" sx={{ gap: 3.75 }} {...submit}>
      <AuthTitle title="Reset your password" text="Tell us your email, and we send you a link to choose a new one." />
      {outcome === 'failed' && (
        <ErrorAlert sentence="The mail could not be sent." hint="Check your connection and try again in a moment." />
      )}
      {typeof outcome === 'object' && (
        <Alert severity="success" role="status" icon={<Icon name="check" />}>
          If there is an account for {outcome.sentTo}, a mail with a link is on its way.
        </Alert>
      )}
      <FormFields>
        <FormField label="Email" type="email" autoComplete="username" required {...fieldProps(form, 'email')} />
      </FormFields>
      <Button type="submit" fullWidth size="large" disabled={pending}>
        {pending ? 'Sending...' : 'Send reset link'}
      </Button>
      <Link to="/login" color="primary" sx={{ alignSelf: 'center' }}>
        Back to sign in
      </Link>
    </Stack>
  );
}
