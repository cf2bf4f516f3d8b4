import type { Mutant } from './mutant.ts'

const STORED = 'src/domain/bookings/stored-record.ts'
const tests = ['test/domain/stored-record.test.ts']
const FORMS = ['test/store/revision-forms.test.ts']

/** Mutants of stored records of bookings: what is left out must be restored, and others must be able to read it. */
export const RECORDS: readonly Mutant[] = [
  {
    name: 'nights that do not run on are stored by their prices alone',
    file: STORED,
    before: 'return runsOn ? nightly.map',
    after: 'return runsOn || nightly.length > 0 ? nightly.map',
    ...{ tests, only: 'restored from its short text' },
    reason: 'A record is restored field by field.',
  },
  {
    name: 'a copy writes records in short from which not all is restored',
    file: STORED,
    before: 'return inFull(short) === text ? short : text',
    after: 'return short',
    ...{ tests, only: 'from before a field' },
    reason: 'Records of earlier versions stay as they are.',
  },
  {
    name: 'a short record is no longer one once its guest is erased',
    file: 'src/domain/bookings/erasure.ts',
    before: '? shortText(erasedRecord(readRecord(text)))',
    after: '? JSON.stringify(erasedRecord(JSON.parse(text)))',
    ...{ tests, only: 'a guest is erased from a short text' },
    reason: 'Erased records are read as all others (issue 37 item 6).',
  },
  {
    name: 'PostgreSQL stores records in short',
    file: 'src/store/tables/kit.ts',
    before: 'toDriver: fullText,',
    after: 'toDriver: shortText,',
    ...{ tests: FORMS, engine: 'postgres' as const },
    reason: 'Replicas of earlier versions read them during a rolling upgrade.',
  },
]
