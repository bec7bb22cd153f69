export interface Person {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'USER' | 'ADMIN';
  readonly password: string;
  readonly emailVerified: boolean;
  readonly photoURL: string;
}

let made = 0;

/** A new uid and e-mail each, by which the client keys its module state. */
export function newPerson(more: Partial<Person> = {}): Person {
  made += 1;
  return {
    uid: `uid-${made}`,
    email: `test-${made}@example.com`,
    name: 'Anna Meyer',
    role: 'USER',
    password: 'secret-1',
    emailVerified: false,
    photoURL: '',
    ...more,
  };
}

export const newAdmin = (more: Partial<Person> = {}) => newPerson({ name: 'Kiosk Admin', role: 'ADMIN', ...more });
