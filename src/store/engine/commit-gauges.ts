import type { Tally } from '../../domain/kernel/tally.ts'
import type { Gauge } from './engine.ts'

/** The metrics of commit groups: writes that wait together share one commit. */
export const commitGauges = (commits: Tally<'groups' | 'writes'>): Gauge[] => [
  {
    name: 'roomwire_commits_total',
    type: 'counter',
    help: 'Commits of writes; several writes may share one.',
    samples: commits.get('groups')!,
  },
  {
    name: 'roomwire_writes_total',
    type: 'counter',
    help: 'Writes (transactions of the service) that were committed.',
    samples: commits.get('writes')!,
  },
]
