import type { Settings } from '../../session/settings';

export interface DemoMail {
  code: string;
  subject: string;
  to: string;
  /** The target of its link. */
  path: string;
}

interface OobCode {
  email: string;
  newEmail?: string;
  requestType: string;
  oobCode: string;
}

const kinds: Record<string, { mode: string; subject: string }> = {
  PASSWORD_RESET: { mode: 'resetPassword', subject: 'Reset your password' },
  VERIFY_EMAIL: { mode: 'verifyEmail', subject: 'Verify your email' },
  VERIFY_AND_CHANGE_EMAIL: { mode: 'verifyAndChangeEmail', subject: 'Confirm your new email' },
  RECOVER_EMAIL: { mode: 'recoverEmail', subject: 'Your email was changed' },
};

/** The mails that the identity emulator would have sent, newest first. */
export async function readOutbox({ authEmulatorUrl, firebase }: Settings): Promise<DemoMail[]> {
  const project = encodeURIComponent(firebase.projectId);
  const response = await fetch(`${authEmulatorUrl}/emulator/v1/projects/${project}/oobCodes`);
  if (!response.ok) throw new Error(`The outbox answered ${response.status}`);
  const { oobCodes = [] } = (await response.json()) as { oobCodes?: OobCode[] };
  return toMails(oobCodes);
}

export function toMails(codes: OobCode[]): DemoMail[] {
  return codes
    .flatMap(({ email, newEmail, requestType, oobCode }) => {
      const kind = kinds[requestType];
      if (!kind) return [];
      const path = `/account/action?${String(new URLSearchParams({ mode: kind.mode, oobCode }))}`;
      return [{ code: oobCode, subject: kind.subject, to: newEmail ?? email, path }];
    })
    .reverse();
}
