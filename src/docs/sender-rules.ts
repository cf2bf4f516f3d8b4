import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a partner's program does, in its order: README's list *For senders*, to the letter. */
export function readSenderRules(): string {
  const readme = readFileSync(join(import.meta.dir, '../../README.md'), 'utf8')
  const section = readme.split('\n## For senders\n')[1]?.split('\n## ')[0]
  const rules = section?.split('\n').filter((line) => /^\d\. \*\*/.test(line))
  if (!rules?.length) throw new Error('README has no list for senders')
  return rules.join('\n')
}
