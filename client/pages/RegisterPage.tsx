import { useNavigate } from 'react-router-dom';
import { RegisterForm } from '../features/account/RegisterForm';
import type { Registration } from '../features/account/registration';
import { useSession } from '../session/SessionProvider';
import { toast } from '../ui/toast';
import { usePageTitle } from '../ui/usePageTitle';
import { AuthPicture } from './AuthPicture';

export function RegisterPage() {
  usePageTitle('Create Account');
  const { register } = useSession();
  const navigate = useNavigate();

  async function submit({ name, email, password }: Registration) {
    await register(name, email, password, '');
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
