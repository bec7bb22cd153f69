import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useFormik } from 'formik';
import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { constants } from '../../lib/constants';
import { useSession } from '../../session/SessionProvider';
import { useAccount } from '../../session/useAccount';
import { fieldProps, useFormSubmit } from '../../ui/formBinding';
import { FormField } from '../../ui/FormField';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { toast } from '../../ui/toast';
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
  const { whenKnown: known, notice } = useSession();
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
    <form className="auth-form" {...submit} onFocus={() => void known()}>
      <div>
        <h1>Welcome Back</h1>
        <p className="muted">Sign in to your account to continue shopping</p>
      </div>
      {notice !== undefined && !failed && <ErrorAlert sentence={notice} />}
      {failed && <ErrorAlert id={alert} sentence={failure} />}
      <div className="fields">
        <FormField label="Email" type="email" autoComplete="username" required {...fieldProps(form, 'email')} />
        <FormField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          describedBy={failed ? alert : undefined}
          {...fieldProps(form, 'password')}
        />
        <div className="remember">
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
          <Link to="/account/action" state={{ email: form.values.email.trim() }}>
            Forgot password?
          </Link>
        </div>
      </div>
      <Button type="submit" fullWidth className="big" disabled={pending || google}>
        {pending ? 'Signing in...' : 'Sign In'}
      </Button>
      <p className="or">or</p>
      <GoogleSignIn
        label="Continue with Google"
        remember={form.values.remember}
        pending={google}
        disabled={pending || google}
        onPending={setGoogle}
      />
      <p className="muted centred">
        New here? <Link to="/register">Sign up</Link>
      </p>
      <DemoAccounts onChoose={(email, password) => void form.setValues({ ...form.values, email, password })} />
    </form>
  );
}
