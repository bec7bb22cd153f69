import { Navigate } from 'react-router-dom';
import { RegisterForm } from '../features/account/RegisterForm';
import { useSession } from '../session/SessionProvider';
import { AuthPicture } from './AuthPicture';

export function RegisterPage() {
  if (useSession().status === 'signedIn') return <Navigate to="/" replace />;
  return (
    <div className="auth">
      <AuthPicture />
      <RegisterForm />
    </div>
  );
}
