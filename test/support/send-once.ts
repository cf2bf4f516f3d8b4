/** Sends one delivery to a port of the loopback address and prints the status; for what depends on the environment. */
import { createSend } from '../../src/outbox/deliver.ts'

const send = createSend({ targets: { allowPrivate: true }, resolve: async () => ['127.0.0.1'] })
const parcel = { url: `http://127.0.0.1:${process.argv[2]}/`, headers: {}, body: '{}' }
const exchange = await send(parcel, new AbortController().signal)
process.stdout.write(`${exchange?.status ?? exchange?.error}\n`)
