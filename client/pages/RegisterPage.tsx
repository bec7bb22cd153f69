import { Navigate } from 'react-router-dom';
import { RegisterForm } from '../features/account/RegisterForm';
import { useSession } from '../session/SessionProvider';
import { usePageTitle } from '../ui/usePageTitle';
import { AuthPicture } from './AuthPicture';

export function RegisterPage() {
  usePageTitle('Create Account', 'Join us and start your shopping journey.');
  if (useSession().status === 'signedIn') return <Navigate to="/" replace />;
  return (
    <div className="auth">
      <AuthPicture />
      <RegisterForm />
    </div>
  );
}
