import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../src/store/engine/engine.ts'
import { startService } from '../support/service.ts'
import { watchStatements } from '../support/statements.ts'

test('bodies that come while a large one runs share its commit, and each of them stands or falls alone (issue 35)', async () => {
  using statements = watchStatements()
  await using service = await startService()
  const { store } = service
  const writer = (name: string, fails: boolean) => async (tx: Tx) => {
    await tx.db.insert(tx.t.meta).values({ key: name, value: '' })
    if (fails) throw new Error(`${name} is refused`)
  }
  for (const failing of ['none', 'large', 'first', 'second']) {
    const names = ['large', 'first', 'second']
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    let settled: PromiseSettledResult<void>[] = []
    const made = await statements.during(async () => {
      const large = store.tx(
        async (tx) => {
          begun.resolve()
          await goOn.promise
          await writer(`large ${failing}`, failing === 'large')(tx)
        },
        { isLarge: true },
      )
      await begun.promise
      const small = names
        .slice(1)
        .map((name) => store.tx(writer(`${name} ${failing}`, failing === name)))
      goOn.resolve()
      settled = await Promise.allSettled([large, ...small])
    })

    expect(made.filter((text) => text === 'commit')).toHaveLength(1)
    for (const [at, name] of names.entries()) {
      const isWritten = name !== failing
      expect(settled[at]!.status).toBe(isWritten ? 'fulfilled' : 'rejected')
      const { meta } = store.t
      const isOwn = eq(meta.key, `${name} ${failing}`)
      expect(await store.db.select().from(meta).where(isOwn)).toHaveLength(isWritten ? 1 : 0)
    }
  }
})
