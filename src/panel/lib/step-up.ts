import type { StepUp } from '../../domain/accounts/step-up.ts'
import { createStore } from './store.ts'

/** What a person is asked for, to show again who they are; `settle` says whether they did. */
export type StepUpAsked = { act: StepUp; settle: (isShown: boolean) => void }

/** What is asked for at the moment, for the one place that draws it. */
export const stepUpAsked = createStore<StepUpAsked | undefined>(undefined)

let answer: Promise<boolean> | undefined

/** Asks who it is, over whatever is on the page; several calls at once ask once. @returns whether it was shown */
export function askStepUp(act: StepUp): Promise<boolean> {
  answer ??= new Promise<boolean>((settle) => stepUpAsked.set({ act, settle })).finally(() => {
    answer = undefined
    stepUpAsked.set(undefined)
  })
  return answer
}
