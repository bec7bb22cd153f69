import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { toast } from '../../ui/toast';
import { FormField } from '../../ui/FormField';
import { type Registration, type RegistrationErrors, validateRegistration } from './registration';

const failure = 'Registration failed';
const empty: Registration = { name: '', email: '', password: '', confirmPassword: '' };

const fields = [
  { name: 'name', label: 'Full Name', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'password', label: 'Password', type: 'password', autoComplete: 'new-password' },
  { name: 'confirmPassword', label: 'Confirm Password', type: 'password', autoComplete: 'new-password' },
] as const;

export function RegisterForm({ onSubmit }: { onSubmit: (registration: Registration) => Promise<void> }) {
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<RegistrationErrors>({});
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = validateRegistration(values);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setPending(true);
    setFailed(false);
    try {
      await onSubmit({ ...values, name: values.name.trim(), email: values.email.trim() });
    } catch {
      setFailed(true);
      setPending(false);
      toast(failure, 'error');
    }
  }

  return (
    <form className="auth-form" noValidate onSubmit={(event) => void submit(event)}>
      <div>
        <h1>Create Account</h1>
        <p className="muted">Join us and start your shopping journey</p>
      </div>
      {failed && <Alert severity="error">{failure}</Alert>}
      {fields.map((field) => (
        <FormField
          key={field.name}
          {...field}
          required
          value={values[field.name]}
          error={errors[field.name]}
          onChange={(value) => setValues((current) => ({ ...current, [field.name]: value }))}
        />
      ))}
      <Button type="submit" fullWidth className="big" disabled={pending}>
        {pending ? 'Creating account...' : 'Create Account'}
      </Button>
      <p className="centred">
        <Link to="/login">Already have an account? Sign in</Link>
      </p>
    </form>
  );
}
