import {
  applyActionCode,
  type Auth,
  checkActionCode,
  confirmPasswordReset,
  sendEmailVerification,
  sendPasswordResetEmail,
  verifyPasswordResetCode,
} from 'firebase/auth';

/** What the mails are sent for and what their links do (decision 38). */
export interface MailActions {
  sendPasswordReset(email: string): Promise<void>;
  sendVerification(): Promise<void>;
  /** Whose password the code of a link may set; refused when it is used up. */
  resetCodeEmail(code: string): Promise<string>;
  resetPassword(code: string, password: string): Promise<void>;
  /** Verifies or changes an e-mail; answers which one it was about. */
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
      // The shop reads from the token whether the e-mail is verified.
      await auth.currentUser?.getIdToken(true).catch(() => undefined);
      return data.email ?? '';
    },
  };
}
