import { toMails } from './outbox';

describe('toMails', () => {
  it('links each mail to its page in the shop, newest first', () => {
    expect(
      toMails([
        { email: 'a@x.test', requestType: 'VERIFY_EMAIL', oobCode: 'one' },
        { email: 'b@x.test', requestType: 'PASSWORD_RESET', oobCode: 'two+&' },
        { email: 'c@x.test', newEmail: 'new@x.test', requestType: 'VERIFY_AND_CHANGE_EMAIL', oobCode: 'three' },
      ]),
    ).toEqual([
      {
        code: 'three',
        subject: 'Confirm your new email',
        to: 'new@x.test',
        path: '/account/action?mode=verifyAndChangeEmail&oobCode=three',
      },
      {
        code: 'two+&',
        subject: 'Reset your password',
        to: 'b@x.test',
        path: '/account/action?mode=resetPassword&oobCode=two%2B%26',
      },
      {
        code: 'one',
        subject: 'Verify your email',
        to: 'a@x.test',
        path: '/account/action?mode=verifyEmail&oobCode=one',
      },
    ]);
  });

  it('omits mails that have no page', () => {
    expect(toMails([{ email: 'a@x.test', requestType: 'EMAIL_SIGNIN', oobCode: 'one' }])).toEqual([]);
  });
});
