/** What somebody is told who logs in with what is wrong, or not enough. */
export const SIGN_IN_PROBLEMS = {
  credentials_invalid: {
    status: 401,
    title: 'Wrong e-mail or password',
    help: 'No active account has this e-mail and password. Which of the two is wrong is not told.',
  },
  totp_required: {
    status: 401,
    title: 'A code is needed, too',
    help: 'E-mail and password are right, and the account has a second factor: send the same log-in again with `totp`, the six digits that its app shows at the moment, or one of its recovery codes. Nobody is told of it who does not know the password.',
  },
  totp_invalid: {
    status: 401,
    title: 'Wrong code',
    help: 'E-mail and password are right, the `totp` sent is not: it is another, too old, or was taken before, for each counts once. Wait for the next one, and look whether the clock of the device is right. Wrong codes are counted for the account, ten at once and then one in six minutes; a recovery code is taken at any time.',
  },
  passkey_invalid: {
    status: 401,
    title: 'The passkey does not open an account',
    help: 'The passkey is not kept here, was removed, is of another host or of a blocked account, or its answer is wrong, was sent before or came too late; which of these is not told. Ask for new options and try again, or log in with the password.',
  },
  mail_code_required: {
    status: 401,
    title: 'A mailed code is needed, too',
    help: 'E-mail and password are right, but somebody guesses at the password of this account, and it was not used here before. Six digits went to its address: send the same log-in again with `mailedCode` within 15 minutes. Nobody is told of it who does not know the password.',
  },
  mail_code_invalid: {
    status: 401,
    title: 'Wrong mailed code',
    help: 'E-mail and password are right, the `mailedCode` sent is not, or not any more: it is good for 15 minutes, once, and ends with the fifth wrong one. The same log-in without it says whether one is still good, and mails another one where none is.',
  },
}
