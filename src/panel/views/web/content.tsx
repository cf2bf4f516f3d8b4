import type { Answer, Body, WebBookings, WholeHotel } from '../../../client/call.ts'
import { AGREEMENTS } from '../../../domain/catalog/agreements.ts'
import { PET_RULES, SMOKING_RULES } from '../../../domain/catalog/hotel-page.ts'
import { call } from '../../lib/api.ts'
import { money, number } from '../../lib/format.ts'
import { LANGUAGES, language, t } from '../../lib/i18n.ts'
import { useCall } from '../../lib/load.ts'
import { may } from '../../lib/may.ts'
import { nameIn } from '../../lib/names.ts'
import { Button } from '../../parts/button.tsx'
import {
  type Drawn,
  EntityForm,
  type FormField,
  type FormFields,
} from '../../parts/entity-form.tsx'
import { Facts } from '../../parts/facts.tsx'
import { ChecksField, choicesOf } from '../../parts/field.tsx'
import { moneyIn, OPTIONAL, WHOLE } from '../../parts/kinds.ts'
import { Logo } from '../../parts/logo.tsx'
import { openDialog } from '../../parts/open-dialog.tsx'
import { textFields } from '../../parts/texts.ts'
import { distancesField } from './distances.tsx'
import { DraftPreview } from './preview.tsx'

type Amenities = Answer<'listAmenities'>['items']
type Settings = Body<'changePanelHotel'>

/** The properties of a card of the page: the hotel, and what changes it. */
export type ChangeProps = { hotel: WholeHotel; change: (body: Settings) => Promise<string> }

/** The facts of the hotel's own page. */
export function PageCard({ hotel, change, web }: ChangeProps & { web: WebBookings }) {
  const read = useCall('listAmenities', {}).data?.items
  const { houseRules: rules, distances, licenceNumber, colour, currency } = hotel
  const isOwner = may(hotel, 'owner')
  const edit = async () => {
    const amenities = read ?? (await call('listAmenities', {})).items
    await openDialog((close) => (
      <EntityForm
        title={t('hotel.page')}
        fields={fieldsOf(hotel, amenities)}
        before={hotel}
        seen={hotel}
        isWide
        beside={web.page ? (body) => <DraftPreview hotel={hotel} body={body} /> : undefined}
        send={change}
        onClose={close}
      />
    ))
  }
  const named = (read ?? []).filter(({ code }) => hotel.amenities.includes(code))
  const age = (years: number | null) => (years === null ? '–' : number(years))
  const { depositCents } = rules
  return (
    <section class="card" aria-labelledby="page">
      <div class="view-head">
        <h2 id="page">{t('hotel.page')}</h2>
        {isOwner && (
          <Button aria-label={t('hotel.editPage')} onClick={edit}>
            {t('action.edit')}
          </Button>
        )}
      </div>
      <Facts
        pairs={[
          [t('hotel.amenities'), named.map(nameOf).join(' · ') || '–'],
          [t('hotel.pets'), petsText(rules)],
          [t('hotel.smoking'), rules.smoking ? t(`hotel.smoking.${rules.smoking}`) : '–'],
          [t('hotel.childrenFromAge'), age(rules.childrenFromAge)],
          [t('hotel.childrenFreeUpToAge'), age(rules.childrenFreeUpToAge)],
          [
            t('hotel.deposit'),
            depositCents === 0
              ? t('hotel.none')
              : depositCents === null
                ? '–'
                : money(depositCents, currency),
          ],
          [
            t('hotel.quietFrom'),
            [rules.quietFrom, rules.quietUntil].filter(Boolean).join(' – ') || '–',
          ],
          [
            t('hotel.distances'),
            <bdi>
              {distances
                .map((each) => `${nameIn(each)} ${t('hotel.metresOf', { metres: each.metres })}`)
                .join(' · ') || '–'}
            </bdi>,
          ],
          [t('hotel.licence'), <bdi>{licenceNumber ?? '–'}</bdi>],
          [t('hotel.colour'), colour ?? '–'],
          [
            t('settings.logo'),
            <Logo of={hotel} mayChange={isOwner} change={(logo) => change({ logo })} />,
          ],
        ]}
      />
    </section>
  )
}

const nameOf = ({ name }: Amenities[number]) => name[language.get()]

function petsText({ pets, petMaxKg, petFee }: WholeHotel['houseRules']): string {
  const fee = petFee[language.get()] ?? petFee.en ?? petFee.tr
  const parts = [pets && t(`hotel.pets.${pets}`), petMaxKg && `≤ ${number(petMaxKg)} kg`, fee]
  return parts.filter(Boolean).join(' · ') || '–'
}

/** A choice that may be left open. */
const choiceField = (name: string, label: string, options: FormField['options']): FormField => ({
  name,
  label,
  options: [{ value: '', text: t('hotel.unsaid') }, ...options!],
})

const fieldsOf = ({ currency }: WholeHotel, amenities: Amenities): FormFields => [
  {
    name: 'amenities',
    label: t('hotel.amenities'),
    initial: [],
    draw: (props: Drawn<WholeHotel['amenities']>) => (
      <ChecksField
        {...props}
        isDense
        choices={amenities.map((each) => ({ value: each.code, text: nameOf(each) }))}
      />
    ),
  },
  [
    choiceField(
      'houseRules/pets',
      t('hotel.pets'),
      choicesOf(PET_RULES, (rule) => t(`hotel.pets.${rule}`)),
    ),
    { name: 'houseRules/petMaxKg', label: t('hotel.petMaxKg'), kind: WHOLE },
  ],
  LANGUAGES.map((each) => ({
    name: `houseRules/petFee/${each}`,
    label: t(`hotel.petFee.${each}`),
    kind: OPTIONAL,
  })),
  [
    choiceField(
      'houseRules/smoking',
      t('hotel.smoking'),
      choicesOf(SMOKING_RULES, (rule) => t(`hotel.smoking.${rule}`)),
    ),
    {
      name: 'houseRules/depositCents',
      label: t('hotel.deposit'),
      hint: t('hotel.depositHint'),
      kind: moneyIn(currency),
    },
  ],
  (['childrenFromAge', 'childrenFreeUpToAge'] as const).map((name) => ({
    name: `houseRules/${name}`,
    label: t(`hotel.${name}`),
    kind: WHOLE,
  })),
  (['quietFrom', 'quietUntil'] as const).map((name) => ({
    name: `houseRules/${name}`,
    label: t(`hotel.${name}`),
    kind: { control: { placeholder: name === 'quietFrom' ? '23:00' : '07:00' }, ...OPTIONAL },
  })),
  distancesField(),
  [
    { name: 'licenceNumber', label: t('hotel.licence'), kind: OPTIONAL },
    {
      name: 'colour',
      label: t('hotel.colour'),
      hint: t('hotel.colourHint'),
      kind: {
        control: { placeholder: '#0b6e75' },
        read: (text) => text.trim().toLowerCase() || null,
      },
    },
  ],
]

/** Asks for the texts that guests agree to. */
export async function editAgreed({ hotel, change }: ChangeProps): Promise<void> {
  const { slug, agreements } = hotel

  const { items } = await call('listAgreements', { slug })
  const agreementTexts = Object.fromEntries(
    LANGUAGES.map((each) => [each, textsIn(items.filter((text) => text.language === each))]),
  )
  await openDialog((close) => (
    <EntityForm
      title={t('hotel.agreed')}
      fields={textFields(...AGREEMENTS).map((field) => ({
        ...field,
        name: field.name.replace('translations', 'agreementTexts'),
      }))}
      before={{ agreementTexts }}
      isWide
      send={(body: Settings) => change({ ...body, expected: { agreements } })}
      onClose={close}
    />
  ))
}

/** The texts that guests agree to. */
export function AgreedCard({ hotel, change }: ChangeProps) {
  const { agreements } = hotel
  return (
    <section class="card" aria-labelledby="agreed">
      <div class="view-head">
        <h2 id="agreed">{t('hotel.agreed')}</h2>
        {may(hotel, 'owner') && (
          <Button aria-label={t('hotel.editAgreed')} onClick={() => editAgreed({ hotel, change })}>
            {t('action.edit')}
          </Button>
        )}
      </div>
      <p class="dim">{t('hotel.agreedHint')}</p>
      <Facts
        pairs={AGREEMENTS.map((kind) => [
          t(`hotel.${kind}`),
          agreements
            .filter((each) => each.kind === kind)
            .map((each) => each.language.toUpperCase())
            .join(' · ') || '–',
        ])}
      />
    </section>
  )
}

const textsIn = (items: Answer<'listAgreements'>['items']) =>
  Object.fromEntries(items.map(({ kind, text }) => [kind, text]))
