import type { Config } from '../config.ts'
import { greet } from '../outbox/mail/smtp.ts'

const WITHIN_MS = 10_000

/** Greets the mail server as a mail would. @returns true if it is well, and a line about it, without the password */
export async function checkMailServer({
  mail,
}: Pick<Config, 'mail'>): Promise<{ isWell: boolean; line: string }> {
  if (!mail) return { isWell: true, line: 'no mail is sent: SMTP_URL is not set' }
  const { host, port, security, login } = mail.server
  const wrong = await greet(mail.server, WITHIN_MS)
  if (wrong) return { isWell: false, line: `mail server ${host}:${port}: ${wrong}` }
  const tls = security === 'plain' ? 'without TLS' : 'over TLS'
  const how = login ? `${tls} and accepts the log-in` : tls
  return { isWell: true, line: `mail server ${host}:${port} answers ${how}` }
}
