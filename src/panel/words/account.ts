import type { Word } from './word.ts'

/** One's own account. */
export const accountEn = {
  'account.password': 'Change password',
  'account.current': 'Current password',
  'account.new': 'New password',
  'account.newHint': '{min} to {max} characters.',
  'account.again': 'New password again',
  'account.differs': 'This is not the same as above.',
  'account.ends': 'Everywhere else you are signed out; here you stay signed in.',
  'account.changed': 'Your password is changed. Everywhere else you are signed out.',
} as const satisfies Record<string, Word>

/** The same in Turkish. */
export const accountTr: Record<keyof typeof accountEn, Word> = {
  'account.password': 'Parolayı değiştir',
  'account.current': 'Şimdiki parola',
  'account.new': 'Yeni parola',
  'account.newHint': '{min} – {max} karakter.',
  'account.again': 'Yeni parola, bir daha',
  'account.differs': 'Yukarıdakiyle aynı değil.',
  'account.ends': 'Diğer her yerde oturumunuz kapanır; burada açık kalır.',
  'account.changed': 'Parolanız değişti. Diğer her yerde oturumunuz kapatıldı.',
}
