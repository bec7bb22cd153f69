import { Navigate, useLocation } from 'react-router-dom';
import { LoginForm } from '../features/account/LoginForm';
import { safeReturnPath } from '../lib/paths';
import { useSession } from '../session/SessionProvider';
import { AuthPage } from './AuthPage';

export function LoginPage() {
  const { status } = useSession();
  const { state } = useLocation();

  if (status === 'signedIn') {
    return <Navigate to={safeReturnPath((state as { from?: unknown } | null)?.from)} replace />;
  }
  return (
    <AuthPage>
      <LoginForm />
    </AuthPage>
  );
}
