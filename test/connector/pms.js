/**
 * The system of the tests: it stands in for `pms.js` of the connector that `roomwire connector` writes, and is a process
 * of its own (`test/support/connector-pms.ts`), which people at the desk use while the connector is killed.
 */
const url = process.env.PMS_URL

async function ask(path, body) {
  const answer = await fetch(new URL(path, url), { method: 'POST', body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`the system answered ${answer.status}`)
  return await answer.json()
}

export const openPms = async () => ({
  keepBooking: (booking, { group }) => ask('/keep', { booking, group }),
  dropBooking: ({ code }) => ask('/drop', { code }),
  wantedDays: (range) => ask('/wanted', range),
})
