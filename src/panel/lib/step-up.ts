import type { StepUp } from '../../domain/accounts/step-up.ts'
import { createStore } from './store.ts'

/** An open step-up request; `settle` takes true once the person has proven their identity. */
export type StepUpAsked = { act: StepUp; settle: (isShown: boolean) => void }

/** The current request, for the one place that draws it. */
export const stepUpAsked = createStore<StepUpAsked | undefined>(undefined)

let answer: Promise<boolean> | undefined

/** Asks for proof of identity above the page, once for several calls. @returns true if it was given */
export function askStepUp(act: StepUp): Promise<boolean> {
  answer ??= new Promise<boolean>((settle) => stepUpAsked.set({ act, settle })).finally(() => {
    answer = undefined
    stepUpAsked.set(undefined)
  })
  return answer
}
