/** The texts of the mail to an agency's people about a closed statement, in English and Turkish. */
export const STATEMENT_WORDS = {
  'subject.statement': ['Statement {number} of {hotel}', '{hotel}: {number} numaralı ekstre'],
  'title.statement': ['Your statement is closed', 'Ekstreniz kesildi'],
  'intro.statement': [
    'The hotel’s statement for {month} is closed. Its lines are on your page.',
    'Otelin {month} ekstresi kesildi. Satırlarını sayfanızda görebilirsiniz.',
  ],
  'statement.number': ['Number', 'Numara'],
  'statement.lines': ['Lines', 'Satır'],
  'statement.owed': ['Owed to the hotel', 'Otele borç'],
  'statement.credit': ['Owed to you', 'Alacağınız'],
  'statement.due': ['Due on', 'Vade'],
  'statement.open': ['Look at the statement', 'Ekstreye bakın'],
  'statement.footer': [
    'You receive this mail as an owner of {agency}, or as one of its accounts.',
    'Bu e-posta, {agency} sahiplerinden ya da muhasebesinden biri olduğunuz için gönderilir.',
  ],
} as const
