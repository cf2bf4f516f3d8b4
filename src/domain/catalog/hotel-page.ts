import { type NameChanges, type Names, namesOf } from '../kernel/content.ts'
import { type Flaw, flaw } from '../kernel/errors.ts'
import { LANGUAGES, type Language } from '../kernel/language.ts'
import type { Agreement } from './agreements.ts'
import type { HotelAmenity } from './hotel-amenities.ts'

/** Distances on the page of one hotel. */
export const DISTANCES_MAX = 12

/** Origins that may show a hotel's page in a frame. */
export const WIDGET_ORIGINS_MAX = 10

/** Words of the rules for pets, and of those for smoking. */
export const PET_RULES = ['allowed', 'on_request', 'not_allowed'] as const
export const SMOKING_RULES = ['allowed', 'outside', 'not_allowed'] as const

/** House rules of a hotel; null: the hotel says nothing about it. */
export type HouseRules = {
  pets: (typeof PET_RULES)[number] | null
  petMaxKg: number | null
  /** The price of a pet in words. */
  petFee: Record<Language, string | null>
  smoking: (typeof SMOKING_RULES)[number] | null
  /** The least age of children; 0: any. */
  childrenFromAge: number | null
  /** The highest age at which children stay free of charge. */
  childrenFreeUpToAge: number | null
  /** In minor units; 0: none is taken. */
  depositCents: number | null
  /** `HH:MM`, local; both or neither. */
  quietFrom: string | null
  quietUntil: string | null
}

/** Changes of house rules; absent fields stay. */
export type HouseRuleChanges = Partial<Omit<HouseRules, 'petFee'>> & {
  petFee?: { [Each in Language]?: string | null }
}

/** The way from a hotel to a place. */
export type Distance = Names & { name: string; metres: number }
/** A distance as a request has it. */
export type DistanceInput = NameChanges & { name: string; metres: number }

/** The facts on a hotel's own page besides its texts. */
export type HotelPage = {
  amenities: HotelAmenity[]
  houseRules: HouseRules
  /** In the hotel's own order. */
  distances: Distance[]
  licenceNumber: string | null
  logoId: string | null
  /** `#rrggbb`. */
  colour: string | null
  agreements: Agreement[]
  /** False: searches leave the hotel out; its own page answers. */
  isListed: boolean
  /** Origins whose pages may frame the hotel's page. */
  widgetOrigins: string[]
}

/** House rules of a hotel that says nothing, in the order of their schema. */
export const NO_HOUSE_RULES: HouseRules = {
  ...{ pets: null, petMaxKg: null, smoking: null },
  ...{ childrenFromAge: null, childrenFreeUpToAge: null, depositCents: null },
  ...{ quietFrom: null, quietUntil: null, petFee: { en: null, tr: null } },
}

/** Returns the house rules after a change. */
export function houseRulesOf(
  { petFee = {}, ...changes }: HouseRuleChanges,
  before: HouseRules = NO_HOUSE_RULES,
): HouseRules {
  const feeIn = (language: Language) =>
    petFee[language] === undefined ? before.petFee[language] : petFee[language] || null
  const fees = Object.fromEntries(LANGUAGES.map((language) => [language, feeIn(language)]))
  return { ...before, ...changes, petFee: fees as HouseRules['petFee'] }
}

/** Returns distances as they are kept. */
export const distancesOf = (distances: readonly DistanceInput[]): Distance[] =>
  distances.map((distance) => ({ ...distance, ...namesOf(distance) }))

/** Returns the flaws of house rules; empty if there are none. */
export function checkHouseRules({
  childrenFromAge: from,
  childrenFreeUpToAge: free,
  quietFrom,
  quietUntil,
}: HouseRules): Flaw[] {
  const flaws: Flaw[] = []
  if (from !== null && free !== null && free < from)
    flaws.push(
      flaw('/houseRules/childrenFreeUpToAge', 'out_of_range', `Children come from ${from}.`, {
        min: from,
      }),
    )
  if ((quietFrom === null) !== (quietUntil === null)) {
    const missing = quietFrom === null ? 'quietFrom' : 'quietUntil'
    flaws.push(
      flaw(`/houseRules/${missing}`, 'required', 'Quiet hours have a beginning and an end.'),
    )
  }
  return flaws
}

/** Returns the flaws of the origins of a widget: each must be as a browser sends it. */
export const checkOrigins = (origins: readonly string[]): Flaw[] =>
  origins.flatMap((origin, at) =>
    URL.parse(origin)?.origin === origin
      ? []
      : [flaw(`/widgetOrigins/${at}`, 'wrong_format', 'Must be an origin, https://host.')],
  )
