import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const LANGUAGES = { ts: 'TypeScript', python: 'Python', php: 'PHP' }

/** The guide's programs that verify an event, by language and to the letter; they stand among the page's texts. */
export function readPrograms(): Record<string, string> {
  const page = readFileSync(join(import.meta.dir, '../../../docs/guide/receivers.md'), 'utf8')
  const programs = Object.entries(LANGUAGES).map(([fence, name]) => {
    const program = page.split(`\n\`\`\`${fence} receiver\n`)[1]?.split('\n```')[0]
    if (!program) throw new Error(`the guide has no program in ${name}`)
    return [name, program]
  })
  return Object.fromEntries(programs)
}
