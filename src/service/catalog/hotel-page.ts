import { type AgreementChanges, changeAgreements } from '../../domain/catalog/agreements.ts'
import type { Hotel } from '../../domain/catalog/catalog.ts'
import { checkPage } from '../../domain/catalog/catalog-rules.ts'
import { amenitiesInOrder } from '../../domain/catalog/hotel-amenities.ts'
import {
  type DistanceInput,
  distancesOf,
  type HotelPage,
  type HouseRuleChanges,
  houseRulesOf,
} from '../../domain/catalog/hotel-page.ts'
import {
  HOTEL_TEXTS,
  type HotelText,
  type TranslationChanges,
  translationsOf,
} from '../../domain/kernel/content.ts'
import { refuseFlaws } from '../../domain/kernel/errors.ts'
import { readPicture } from '../../domain/photos/picture/picture.ts'
import { insertAgreementTexts } from '../../store/catalog/agreements.ts'
import type { Tx } from '../../store/engine/engine.ts'
import type { Deps } from '../deps.ts'
import { replaceLogo } from '../photos/logos.ts'

/** Changes of a hotel's own page; absent fields stay. */
export type PageChanges = Partial<
  Pick<HotelPage, 'amenities' | 'licenceNumber' | 'colour' | 'isListed' | 'widgetOrigins'>
> & {
  houseRules?: HouseRuleChanges
  distances?: DistanceInput[]
  agreementTexts?: AgreementChanges
  /** The file of a picture; null takes the logo away. */
  logo?: Uint8Array | null
}

/**
 * Splits the changes of a hotel: those of its page are judged and stored by `pageAfter`.
 *
 * @throws AppError `validation_failed` for a logo that is no picture
 */
export function splitPage<Given extends PageChanges>({
  amenities,
  houseRules,
  distances,
  agreementTexts,
  widgetOrigins,
  logo,
  ...changes
}: Given) {
  const picture = logo ? readPicture(logo, '/logo') : logo
  const page = { amenities, houseRules, distances, agreementTexts, widgetOrigins, picture }
  return { changes, page }
}

/**
 * Returns a hotel as a change of its page would leave it; nothing is stored.
 *
 * @throws AppError `validation_failed`
 */
export function draftPage(
  before: Hotel,
  { amenities, houseRules, distances, translations, ...rest }: PageDraft,
): Hotel {
  const set = judgePage(before, { amenities, houseRules, distances, widgetOrigins: undefined })
  return {
    ...{ ...before, ...rest, ...set },
    ...(translations && {
      translations: translationsOf(HOTEL_TEXTS, translations, before.translations),
    }),
  }
}

/** The facts of a page that a draft may change: not its pictures, nor the texts to agree to. */
type PageDraft = Pick<PageChanges, 'amenities' | 'houseRules' | 'distances'> &
  Partial<Pick<Hotel, 'licenceNumber' | 'colour' | 'phone' | 'email' | 'website'>> & {
    translations?: TranslationChanges<HotelText>
  }

/** Returns the columns of a page that a change of its facts writes. @throws AppError `validation_failed` */
function judgePage(
  before: Hotel,
  { amenities, houseRules, distances, widgetOrigins }: Omit<PagePart, 'agreementTexts' | 'picture'>,
): Partial<HotelPage> {
  const set: Partial<HotelPage> = {
    ...(amenities && { amenities }),
    ...(houseRules && { houseRules: houseRulesOf(houseRules, before.houseRules) }),
    ...(distances && { distances: distancesOf(distances) }),
    ...(widgetOrigins && { widgetOrigins }),
  }
  refuseFlaws(checkPage({ ...before, ...set }))
  return { ...set, ...(amenities && { amenities: amenitiesInOrder(amenities) }) }
}

/**
 * Returns the columns of a hotel's page that a change writes, and stores its texts and its logo.
 *
 * @throws AppError `validation_failed`
 */
export async function pageAfter(
  tx: Tx,
  deps: Deps,
  before: Hotel,
  { agreementTexts, picture, ...facts }: PagePart,
): Promise<Partial<HotelPage>> {
  const set = judgePage(before, facts)
  if (agreementTexts) {
    const { stand, written } = changeAgreements(before.agreements, agreementTexts)
    await insertAgreementTexts(tx, before.id, written)
    set.agreements = stand
  }
  if (picture !== undefined) set.logoId = await replaceLogo(tx, deps, before.logoId, picture)
  return set
}

type PagePart = ReturnType<typeof splitPage>['page']
