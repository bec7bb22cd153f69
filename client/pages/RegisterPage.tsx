import { Navigate } from 'react-router-dom';
import { RegisterForm } from '../features/account/RegisterForm';
import { useSession } from '../session/SessionProvider';
import { AuthPage } from './AuthPage';

export function RegisterPage() {
  if (useSession().status === 'signedIn') return <Navigate to="/" replace />;
  return (
    <AuthPage>
      <RegisterForm />
    </AuthPage>
  );
}
