/**
 * Waits for SIGTERM or SIGINT, then stops in good order what has been or is being started; a second signal stops at
 * once.
 */
export async function untilSignal(
  starting: Promise<{ stop: () => Promise<void> }>,
): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      resolve()
      process.on(signal, () => process.exit(1))
    })
  const service = await starting
  await promise
  await service.stop()
  return 0
}
