import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const LANGUAGES = { ts: 'TypeScript', python: 'Python', php: 'PHP' }

/** How a receiver verifies an event: README's programs by language, to the letter. They stand in the page's texts. */
export function readPrograms(): Record<string, string> {
  const readme = readFileSync(join(import.meta.dir, '../../../../README.md'), 'utf8')
  const section = readme.split('\n## For receivers\n')[1] ?? ''
  const programs = Object.entries(LANGUAGES).map(([fence, name]) => {
    const program = section.split(`\n\`\`\`${fence}\n`)[1]?.split('\n```')[0]
    if (!program) throw new Error(`README has no program in ${name}`)
    return [name, program]
  })
  return Object.fromEntries(programs)
}
