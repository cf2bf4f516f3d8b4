/** Problems of a log-in with wrong or incomplete credentials. */
export const SIGN_IN_PROBLEMS = {
  credentials_invalid: {
    status: 401,
    title: 'Wrong e-mail or password',
    help: 'No active account has this e-mail and password. The answer never says which of the two is wrong.',
  },
  totp_required: {
    status: 401,
    title: 'A code is needed, too',
    help: 'E-mail and password are right, and the account has a second factor: repeat the log-in with `totp`, the six digits in its app, or one of its recovery codes. Only a caller with the right password gets this answer.',
  },
  totp_invalid: {
    status: 401,
    title: 'Wrong code',
    help: 'E-mail and password are right, but the `totp` is wrong, too old or already used; each code works once. Wait for the next one, and check the clock of the device. An account may send ten wrong codes at once, then one every six minutes; a recovery code works at any time.',
  },
  passkey_invalid: {
    status: 401,
    title: 'The passkey does not open an account',
    help: 'The passkey is unknown or removed, belongs to another host or a blocked account, or its answer is wrong, was already used or came too late; the answer never says which. Request new options and try again, or log in with the password.',
  },
  mail_code_required: {
    status: 401,
    title: 'A mailed code is needed, too',
    help: 'E-mail and password are right, but someone is guessing the password of this account, and it has not signed in from here before. Six digits were mailed to its address: repeat the log-in with `mailedCode` within 15 minutes. Only a caller with the right password gets this answer.',
  },
  mail_code_invalid: {
    status: 401,
    title: 'Wrong mailed code',
    help: 'E-mail and password are right, but the `mailedCode` is wrong or no longer valid: it works once, for 15 minutes, and ends with the fifth wrong attempt. The same log-in without it tells if a code is still valid, and mails a new one if none is.',
  },
}
