import { parseArgs } from 'node:util'
import { playWave } from './play.ts'
import { nameOf } from './setting.ts'
import { weeksOfAll } from './weeks.ts'

// `bun test/support/wave/run.ts [words of settings] [--round 0]` plays weeks of attacks and tells what came of each.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { round: { type: 'string', default: '0' } },
})
const print = (line: string) => void process.stdout.write(`${line}\n`)

print(
  '| | confirmed in 24 h (may) | in 7 days (may) | pending on a night | of the next 30 nights | half, whole after min | bookings, refusals | honest, presses |',
)
print('|---|---|---|---|---|---|---|---|')
for (const setting of weeksOfAll(Number(values.round))) {
  const name = nameOf(setting)
  if (!positionals.every((word) => name.includes(word))) continue
  const { day, week, pending, denied, bounds, alarm, answers, honest } = await playWave(setting)
  const counts = Object.entries(answers)
  const sum = (isMeant: (answer: string) => boolean) =>
    counts.reduce((sum, [answer, count]) => sum + (isMeant(answer) ? count : 0), 0)
  const made = sum((answer) => answer.endsWith('201'))
  const refused = sum((answer) => !/20[01]$/.test(answer))
  const share = Math.round((denied * 1_000) / (30 * setting.rooms)) / 10
  const isPast = day > bounds.day || week > bounds.week || pending > setting.rooms / 4
  print(
    `| ${name}${isPast ? ' **PAST**' : ''} | ${day} (${bounds.day}) | ${week} (${bounds.week}) | ${pending} of ${setting.rooms} | ${share} % | ${alarm.half ?? '–'}, ${alarm.whole ?? '–'} | ${made}, ${refused} | ${honest.status} ${honest.proof}, ${honest.presses} |`,
  )
}
