import { firstDayOf } from '../../domain/kernel/month.ts'
import type { StatementMail } from '../../store/mails/mails.ts'
import type { StatementMailData } from '../../store/mails/statement-data.ts'
import { type LetterWorld, recipient } from './letter.ts'
import { type Page, writeHtml, writeText } from './page.ts'
import type { Letter } from './smtp.ts'
import { speaker } from './words.ts'

/** Returns the mail that tells one of an agency's people that a statement is closed. */
export function statementLetterOf(
  { from, publicUrl }: LetterWorld,
  mail: StatementMail,
  { statement, hotel, agency, number }: StatementMailData,
): Letter {
  const { word, ...say } = speaker(mail.language)
  const { currency, owedCents, lineCount, dueOn, month } = statement
  const page: Page = {
    language: mail.language,
    title: word('title.statement'),
    greeting: word('dearColleague'),
    intro: word('intro.statement', { month: monthText(month, mail.language) }),
    hotel: hotel.name,
    lines: [
      { label: word('statement.number'), value: number },
      { label: word('statement.lines'), value: String(lineCount) },
      {
        label: word(owedCents < 0 ? 'statement.credit' : 'statement.owed'),
        value: say.money(Math.abs(owedCents), currency),
      },
      ...(owedCents > 0 ? [{ label: word('statement.due'), value: say.date(dueOn!) }] : []),
    ],
    link: {
      label: word('statement.open'),
      url: `${publicUrl}/acenta#/statements/${encodeURIComponent(number)}`,
    },
    footer: word('statement.footer', { agency: agency.name }),
    beforeOf: (value) => value,
  }
  return {
    from: { ...from, name: hotel.name },
    to: { name: '', address: recipient(mail) },
    replyTo: hotel.mailAddress ? { name: hotel.name, address: hotel.mailAddress } : undefined,
    subject: word('subject.statement', { number, hotel: hotel.name }),
    text: writeText(page),
    html: writeHtml(page),
    messageId: `<${mail.id}@${from.address.split('@').at(-1)}>`,
    atMs: mail.createdAtMs,
  }
}

const monthText = (month: StatementMailData['statement']['month'], language: string) =>
  new Date(firstDayOf(month)).toLocaleDateString(language, {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  })
