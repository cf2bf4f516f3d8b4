import type { Tally } from '../../domain/kernel/tally.ts'

/** A metric of the database in the form of Prometheus; the samples by their labels. */
export type Gauge = {
  name: string
  type: 'gauge' | 'counter'
  help: string
  samples: number | Record<string, number>
}

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
