/** The instant of a wall-clock time `HH:MM` on a day in the hotel's time zone, as the API takes it. */
export function instantIn(day: string, time: string, timeZone: string): string {
  const asUtc = Date.parse(`${day}T${time}Z`)
  // Swedish writes an instant as ISO does. `Temporal` is not in every browser yet.
  const wall = (atMs: number) => new Date(atMs).toLocaleString('sv', { timeZone }).replace(' ', 'T')
  const aheadMs = (atMs: number) => Date.parse(`${wall(atMs)}Z`) - atMs
  return new Date(asUtc - aheadMs(asUtc - aheadMs(asUtc))).toISOString()
}
