import { conference, type HonestDay, ordinaryPeople, playHonest, saleOf } from './honest.ts'

// `bun test/support/wave/run-honest.ts` plays days on which honest people book, and tells who was asked or refused.

const print = (line: string) => void process.stdout.write(`${line}\n`)
const MAILS = [true, false]

async function tell(name: string, day: HonestDay): Promise<void> {
  const { made, asked, refused } = await playHonest(day)
  const refusals = Object.entries(refused).map(([why, count]) => `${count} ${why}`)
  print(`| ${name} | ${made} | ${asked} | ${refusals.join(', ') || 0} |`)
}

print('| | booked | asked for the link | refused |')
print('|---|---|---|---|')
for (const rooms of [60, 8] as const)
  for (const webProof of ['none', 'share', 'always'] as const)
    for (const hasMail of MAILS)
      for (const hasVisitor of [true, false]) {
        const name = `ordinary day, 24 hotels of ${rooms}, ${webProof}, ${hasMail ? 'mail' : 'no mail'}, portal ${hasVisitor ? 'with' : 'without'} visitor`
        const day = { rooms, webProof, hasMail, hasVisitor, hotels: 24 } as const
        await tell(name, { ...day, people: ordinaryPeople })
      }
for (const hasMail of MAILS) {
  const one = { rooms: 60, hotels: 1, webProof: 'share', hasMail } as const
  const mail = hasMail ? 'mail' : 'no mail'
  for (const times of [2, 3])
    for (const isBrakeLifted of [true, false])
      await tell(
        `sale of ${times} × 60 rooms in an hour, brake ${isBrakeLifted ? 'lifted' : 'not lifted'}, ${mail}`,
        { ...one, isBrakeLifted, minutes: 60, people: saleOf(times * 60) },
      )
  for (const minutes of [5, 60])
    await tell(`40 colleagues of one address, one hotel and night, in ${minutes} min, ${mail}`, {
      ...{ ...one, minutes, people: conference },
    })
}
