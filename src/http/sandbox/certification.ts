import { SCENARIOS, type Scenario } from '../../domain/sandbox/certification.ts'
import { isCertified, type Proof } from '../../domain/sandbox/certification-book.ts'
import { SCENARIO_WORDS } from '../../domain/sandbox/certification-words.ts'
import { listProofs } from '../../store/sandbox/proofs.ts'
import type { Context, HotelSnapshot } from '../api/context.ts'
import { CertificationSchema, ScenarioSchema } from '../api/key-shape.ts'
import { show } from '../api/schema.ts'
import { examplesOf } from './certification-calls.ts'

/** Returns the certification of a test key, by scenario, in the order to do them. */
export async function showCertification(
  { store, today }: Context,
  keyId: string,
  { hotel, rooms }: HotelSnapshot,
) {
  const proofs = await listProofs(store, keyId)
  const byName = new Map(proofs.map((proof) => [proof.scenario, proof]))
  const calls = examplesOf(rooms, today(hotel.timezone))
  const scenarios = SCENARIOS.map((scenario) =>
    showScenario(scenario, byName.get(scenario), calls[scenario]),
  )
  const done = scenarios.filter((each) => each.done).length
  const lastMs = Math.max(...proofs.map(({ doneAtMs }) => doneAtMs ?? 0))
  const certifiedAtMs = isCertified(proofs) ? lastMs : null
  return show(CertificationSchema, { done, of: SCENARIOS.length, certifiedAtMs, scenarios })
}

const showScenario = (scenario: Scenario, proof: Proof | undefined, calls: string[]) =>
  show(ScenarioSchema, {
    scenario,
    ...SCENARIO_WORDS[scenario],
    done: proof?.doneAtMs != null,
    doneAtMs: proof?.doneAtMs ?? null,
    requestIds: proof?.requestIds ?? [],
    deliveryIds: proof?.deliveryIds ?? [],
    calls,
  })
