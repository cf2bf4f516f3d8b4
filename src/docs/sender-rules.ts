import { readPage } from './sources.ts'

/** What a partner's program does, in its order: the list of the guide's page for senders, to the letter. */
export function readSenderRules(): string {
  const rules = readPage('senders')
    .split('\n')
    .filter((line) => /^\d\. \*\*/.test(line))
  if (!rules.length) throw new Error('the guide has no list for senders')
  return rules.join('\n')
}
