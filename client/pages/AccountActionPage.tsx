import { useCallback, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { EmailAction, type EmailActionMode } from '../features/account/EmailAction';
import { DemoOutbox } from '../features/account/DemoOutbox';
import { NewPassword } from '../features/account/NewPassword';
import { ResetRequest } from '../features/account/ResetRequest';
import { AuthPage } from './AuthPage';

const appliedModes = ['verifyEmail', 'verifyAndChangeEmail', 'recoverEmail'] as const;
const isApplied = (mode: string | null): mode is EmailActionMode => appliedModes.some((each) => each === mode);

/** The target of all mails' links (decision 38); without a link it offers to request a mail. */
export function AccountActionPage() {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const [changes, setChanges] = useState(0);
  const [mode, code] = [params.get('mode'), params.get('oobCode')];
  // A mail was sent, or a link was used.
  const onMails = useCallback(() => setChanges((count) => count + 1), []);
  const { email } = (state ?? {}) as { email?: unknown };

  return (
    <AuthPage>
      {code && mode === 'resetPassword' && <NewPassword key={code} code={code} onUsed={onMails} />}
      {code && isApplied(mode) && <EmailAction key={code} mode={mode} code={code} onMails={onMails} />}
      {(!code || (mode !== 'resetPassword' && !isApplied(mode))) && (
        <ResetRequest email={typeof email === 'string' ? email : ''} onSent={onMails} />
      )}
      <DemoOutbox changes={changes} />
    </AuthPage>
  );
}
