import { readPage } from './sources.ts'

/** Returns the numbered list of the guide's page for senders, to the letter: the steps of a partner's program. */
export function readSenderRules(): string {
  const rules = readPage('senders')
    .split('\n')
    .filter((line) => /^\d\. \*\*/.test(line))
  if (!rules.length) throw new Error('the guide has no list for senders')
  return rules.join('\n')
}
