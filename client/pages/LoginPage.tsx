import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { LoginForm } from '../features/account/LoginForm';
import { constants } from '../lib/constants';
import { safeReturnPath } from '../lib/paths';
import { useSession } from '../session/SessionProvider';
import { toast } from '../ui/toast';
import { usePageTitle } from '../ui/usePageTitle';

export function LoginPage() {
  usePageTitle('Sign In');
  const { status, signIn } = useSession();
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
      <div className="auth-picture" aria-hidden="true">
        <img
          src="/pictures/rubber-plant-in-clay-pot-1-800.avif"
          alt=""
          width={800}
          height={800}
          loading="lazy"
        />
      </div>
      <LoginForm onSubmit={submit} />
    </div>
  );
}
