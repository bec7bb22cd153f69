import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { LoginForm } from '../features/account/LoginForm';
import { constants } from '../lib/constants';
import { safeReturnPath } from '../lib/paths';
import { useSession } from '../session/SessionProvider';
import { useAccount } from '../session/useAccount';
import { toast } from '../ui/toast';
import { usePageTitle } from '../ui/usePageTitle';
import { AuthPicture } from './AuthPicture';

export function LoginPage() {
  usePageTitle('Sign In');
  const { status } = useSession();
  const { signIn } = useAccount();
  const navigate = useNavigate();
  const { state } = useLocation();
  const origin = safeReturnPath((state as { from?: unknown } | null)?.from);

  async function submit(email: string, password: string, remember: boolean) {
    await signIn(email, password, remember);
    toast('Login successful!', 'success', constants.toast.loginSuccess);
    void navigate(origin, { replace: true });
  }

  if (status === 'signedIn') return <Navigate to={origin} replace />;
  return (
    <div className="auth">
      <AuthPicture picture="rubber-plant-in-clay-pot" />
      <LoginForm onSubmit={submit} />
    </div>
  );
}
