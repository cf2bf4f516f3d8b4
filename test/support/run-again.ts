import type { Store } from '../../src/store/open.ts'

/** A store whose transactions all run twice: the first is undone, as PostgreSQL undoes one because of others. */
export function runningAgain(store: Store): Store {
  const undone = new Error('undone')
  const tx: Store['tx'] = async (body, options) => {
    const first = store.tx(async (each) => {
      await body(each)
      throw undone
    }, options)
    await first.catch((error) => {
      if (error !== undone) throw error
    })
    return await store.tx(body, options)
  }
  return Object.create(store, { tx: { value: tx } })
}
