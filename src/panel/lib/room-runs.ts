import { numbersText, type RoomFields } from '../../domain/bookings/room-numbers.ts'

/** Rooms that follow each other are shortened from this many on. */
const RUN_MIN = 3
const PARTS = /^(.*?)(\d+)$/

/** The room numbers of a booking to be read: `217–224, 301`; a text that was typed stays as it is. Null: it has none. */
export function roomsText(desk: RoomFields): string | null {
  const { roomNumbers } = desk
  if (roomNumbers.length < RUN_MIN) return numbersText(desk)
  const runs: string[][] = []
  for (const number of roomNumbers) {
    const run = runs.at(-1)
    if (run && isNext(run.at(-1)!, number)) run.push(number)
    else runs.push([number])
  }
  return runs
    .flatMap((run) => (run.length < RUN_MIN ? run : [`${run[0]}–${run.at(-1)}`]))
    .join(', ')
}

/** True if a number is the one after another, written with as many digits. */
function isNext(number: string, next: string): boolean {
  const [, before, digits = ''] = PARTS.exec(number) ?? []
  const [, same, others = ''] = PARTS.exec(next) ?? []
  return (
    before !== undefined &&
    before === same &&
    digits.length === others.length &&
    Number(others) === Number(digits) + 1
  )
}
