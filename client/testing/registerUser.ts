interface Arguments {
  input: { name: string; email: string; photoURL?: string };
}

/** A resolver that stores nothing. */
export const registerUser = ({ input: { name, email, photoURL = '' } }: Arguments) => ({
  user: { id: 'uid', name, email, emailVerified: false, role: 'USER', photoURL },
});
