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
  /** The e-mail that the code verifies or changes to; rejects for an expired or used code. Changes nothing. */
  linkEmail(code: string): Promise<string>;
  /** Verifies or changes an e-mail. */
  apply(code: string): Promise<void>;
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
    linkEmail: async (code) => {
      const { data } = await checkActionCode(auth, code);
      return data.email ?? '';
    },
    apply: async (code) => {
      await applyActionCode(auth, code);
      await auth.authStateReady();
      // The shop reads `email_verified` from the token.
      await auth.currentUser?.getIdToken(true).catch(() => undefined);
    },
  };
}
