import {
  applyActionCode,
  type Auth,
  checkActionCode,
  confirmPasswordReset,
  sendEmailVerification,
  sendPasswordResetEmail,
  verifyPasswordResetCode,
} from 'firebase/auth';

/** The identity provider's e-mails and what their links do (decision 38). */
export interface MailActions {
  sendPasswordReset(email: string): Promise<void>;
  sendVerification(): Promise<void>;
  /** The e-mail of the account whose password the code resets; rejects for an expired or used code. */
  resetCodeEmail(code: string): Promise<string>;
  resetPassword(code: string, password: string): Promise<void>;
  /** Verifies or changes an e-mail and returns it. */
  apply(code: string): Promise<string>;
}

export function createMailActions(auth: Auth): MailActions {
  return {
    sendPasswordReset: (email) => sendPasswordResetEmail(auth, email),
    sendVerification: async () => {
      await auth.authStateReady();
      if (!auth.currentUser) throw new Error('Nobody is signed in');
      await sendEmailVerification(auth.currentUser);
    },
    resetCodeEmail: (code) => verifyPasswordResetCode(auth, code),
    resetPassword: (code, password) => confirmPasswordReset(auth, code, password),
    apply: async (code) => {
      const { data } = await checkActionCode(auth, code);
      await applyActionCode(auth, code);
      await auth.authStateReady();
      // The shop reads `email_verified` from the token.
      await auth.currentUser?.getIdToken(true).catch(() => undefined);
      return data.email ?? '';
    },
  };
}
