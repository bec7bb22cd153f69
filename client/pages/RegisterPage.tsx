import { useNavigate } from 'react-router-dom';
import { RegisterForm } from '../features/account/RegisterForm';
import type { Registration } from '../features/account/registration';
import { useAccount } from '../session/useAccount';
import { toast } from '../ui/toast';
import { usePageTitle } from '../ui/usePageTitle';
import { AuthPicture } from './AuthPicture';

export function RegisterPage() {
  usePageTitle('Create Account');
  const { register } = useAccount();
  const navigate = useNavigate();

  async function submit({ name, email, password }: Registration) {
    await register({ name, email, password, photoURL: '' });
    toast('Account created successfully!', 'success');
    void navigate('/');
  }

  return (
    <div className="auth">
      <AuthPicture picture="harbour-canvas-tote" />
      <RegisterForm onSubmit={submit} />
    </div>
  );
}
