/** The day that most pushes of the tests are about. */
export const DATE = '2027-04-01'

/** A day of the double room as a push says it. */
export const day = (available: number, date = DATE) => ({
  roomCode: 'DBL',
  date,
  available,
  priceCents: 10_000,
})
