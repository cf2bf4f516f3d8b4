/** The events of an upgrade, for the log and for whoever asks while it runs. */
export type UpgradeEvent =
  | 'upgrade_begins'
  | 'upgrade_copied'
  | 'upgrade_uncopied'
  | 'upgrade_goes'
  | 'upgrade_waits'
  | 'upgrade_done'
  | 'upgrade_indexed'
  | 'upgrade_unindexed'

/** The listener of an upgrade, and the signal that ends it. */
export type UpgradeOptions = {
  /** Must not throw. */
  onUpgrade?: ((event: UpgradeEvent, facts: Record<string, unknown>) => void) | undefined
  signal?: AbortSignal | undefined
}
