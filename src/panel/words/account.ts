import type { Pairs } from './word.ts'

/** One's own account. */
export const account = {
  'account.password': ['Change password', 'Parolayı değiştir'],
  'account.current': ['Current password', 'Şimdiki parola'],
  'account.new': ['New password', 'Yeni parola'],
  'account.newHint': ['{min} to {max} characters.', '{min} – {max} karakter.'],
  'account.again': ['New password again', 'Yeni parola, bir daha'],
  'account.differs': ['This is not the same as above.', 'Yukarıdakiyle aynı değil.'],
  'account.ends': [
    'Everywhere else you are signed out; here you stay signed in.',
    'Diğer her yerde oturumunuz kapanır; burada açık kalır.',
  ],
  'account.changed': [
    'Your password is changed. Everywhere else you are signed out.',
    'Parolanız değişti. Diğer her yerde oturumunuz kapatıldı.',
  ],
} as const satisfies Pairs
