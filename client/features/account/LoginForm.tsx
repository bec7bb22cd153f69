import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormik } from 'formik';
import { useEffect, useId, useState } from 'react';
import { constants } from '../../lib/constants';
import { useSession } from '../../session/SessionProvider';
import { useAccount } from '../../session/useAccount';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { fieldProps, useFormSubmit } from '../../ui/formBinding';
import { FormField } from '../../ui/FormField';
import { FormFields } from '../../ui/FormFields';
import { Link } from '../../ui/Link';
import { toast } from '../../ui/toast';
import { AuthTitle } from './AuthTitle';
import { DemoAccounts } from './DemoAccounts';
import { GoogleSignIn } from './GoogleSignIn';
import { emptyLogin, loginSchema } from './login';

const failure = 'Invalid email or password';

function useLoginForm() {
  const { signIn } = useAccount();
  const [failures, setFailures] = useState(0);
  const form = useFormik({
    initialValues: emptyLogin,
    validationSchema: loginSchema,
    onSubmit: async ({ email, password, remember }) => {
      setFailures(0);
      try {
        await signIn(email.trim(), password, remember);
        toast('Login successful!', 'success', constants.toast.loginSuccess);
      } catch {
        setFailures((count) => count + 1);
        toast(failure, 'error');
      }
    },
  });
  return { form, failed: failures > 0 };
}

export function LoginForm() {
  const { form, failed } = useLoginForm();
  const { whenKnown, notice } = useSession();
  const [google, setGoogle] = useState(false);
  const submit = useFormSubmit(form);
  const alert = useId();
  const pending = form.isSubmitting;

  useEffect(() => {
    const password = failed ? submit.ref.current?.querySelector<HTMLInputElement>('input[name="password"]') : undefined;
    // Not every browser focuses what is selected.
    password?.focus();
    password?.select();
  }, [failed, submit.ref]);

  return (
    // Loads the identity provider's SDK while the user types.
    <Stack component="form" sx={{ gap: 2.5 }} {...submit} onFocus={() => void whenKnown()}>
      <AuthTitle title="Welcome Back" text="Sign in to your account to continue shopping" />
      {notice !== undefined && !failed && <ErrorAlert sentence={notice} />}
      {failed && <ErrorAlert id={alert} sentence={failure} />}
      <FormFields>
        <FormField label="Email" type="email" autoComplete="username" required {...fieldProps(form, 'email')} />
        <FormField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          describedBy={failed ? alert : undefined}
          {...fieldProps(form, 'password')}
        />
        <Stack
          direction="row"
          sx={{ flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', columnGap: 2, my: -1 }}
        >
          <FormControlLabel
            label="Remember Me"
            control={
              <Checkbox
                name="remember"
                checked={form.values.remember}
                onChange={(_event, checked) => void form.setFieldValue('remember', checked)}
              />
            }
          />
          <Link to="/account/action" state={{ email: form.values.email.trim() }} color="primary" variant="body2">
            Forgot password?
          </Link>
        </Stack>
      </FormFields>
      <Button type="submit" fullWidth size="large" disabled={pending || google}>
        {pending ? 'Signing in...' : 'Sign In'}
      </Button>
      <Divider role="presentation">or</Divider>
      <GoogleSignIn
        label="Continue with Google"
        remember={form.values.remember}
        pending={google}
        disabled={pending || google}
        onPending={setGoogle}
      />
      <Typography color="textSecondary" sx={{ textAlign: 'center' }}>
        New here?{' '}
        <Link to="/register" color="primary">
          Sign up
        </Link>
      </Typography>
      <DemoAccounts onChoose={(email, password) => void form.setValues({ ...form.values, email, password })} />
    </Stack>
  );
}
