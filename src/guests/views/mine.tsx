/** @jsxImportSource preact */
import { ChangeStay } from './change-form.tsx'
import { GuestDetails, Invoice } from './detail-forms.tsx'
import { type BookingScene, Press, type SentForm } from './parts.tsx'
import { MyReview } from './review.tsx'

/** The acts on a booking that its key allows. */
export function MyBooking({ problem, form, ...scene }: BookingScene & SentForm) {
  const { say, opened, found } = scene
  const { word } = say
  const { isGuests } = found
  const { status } = found.record
  const sent = { problem, form }
  const isStanding = status === 'confirmed' || status === 'pending'
  const mayAct = opened.token !== undefined && isGuests && isStanding
  const isWhole = found.group !== null
  return (
    <section class="card mine" aria-labelledby="mine">
      <h2 id="mine">{word('my.title')}</h2>
      {isStanding && !isGuests && <p>{word('my.agency')}</p>}
      {isStanding && isGuests && !opened.token && <ReadOnly {...scene} />}
      {mayAct && <Confirm {...scene} {...sent} />}
      {found.isLate && opened.proof && (
        <Press act="open" opened={opened} look="primary wide">
          {word('my.late')}
        </Press>
      )}
      <OfGroup {...scene} />
      {mayAct && status === 'confirmed' && (
        <>
          <ChangeStay {...scene} {...sent} />
          <GuestDetails {...scene} {...sent} />
          <Invoice {...scene} {...sent} />
        </>
      )}
      <MyReview {...scene} {...sent} />
      {mayAct && (
        <Press act="cancel" opened={opened} look="wide bad">
          {word(isWhole ? 'my.cancelAll' : 'my.cancel')}
        </Press>
      )}
      <div class="buttons" id="more" data-print={word('my.print')}>
        {isStanding && (
          <Press act="calendar" opened={opened} look="small" icon="calendar">
            {word('my.calendar')}
          </Press>
        )}
        <a class="button small link" href={opened.lang ? `?lang=${opened.lang}` : '?'}>
          {word('entry.back')}
        </a>
      </div>
    </section>
  )
}

/** Says that a stay belongs to a reservation of several stays, and leads to it. */
function OfGroup({ say, opened, found }: BookingScene) {
  const { group } = found.record
  if (group === null || found.group !== null) return null
  return (
    <>
      <p>{say.word('group.part')}</p>
      <Press act="open" opened={{ ...opened, code: group.code }} look="wide">
        {say.word('prove.look')}
      </Press>
    </>
  )
}

/** Offers the mailed link to a guest with code and e-mail alone, who can only read. */
function ReadOnly({ say, opened }: BookingScene) {
  return (
    <>
      <p>{say.word('my.read')}</p>
      <Press act="link" opened={opened} look="primary wide" icon="mail">
        {say.word('entry.link')}
      </Press>
    </>
  )
}

/** Confirms a hold here, or sends the mail again whose button confirms it. */
function Confirm({ say, opened, found, problem }: BookingScene & SentForm) {
  const { word } = say
  const { record } = found
  const { status, proof, guest } = record
  if (opened.proof && proof !== 'mail' && proof !== 'hotel')
    return (
      <Press act="open" opened={opened} look="primary wide">
        {word(status === 'pending' ? 'my.confirm' : 'prove.title')}
      </Press>
    )
  const isWaiting =
    (status === 'pending' && proof === 'asked') ||
    problem?.code === 'proof_required' ||
    problem?.code === 'not_found'
  if (isWaiting)
    return guest?.email ? (
      <Press act="link" opened={opened} look="primary wide" icon="mail">
        {word(proof === 'asked' ? 'my.again' : 'my.mail')}
      </Press>
    ) : null
  // A held group is confirmed as a whole, on its own page.
  if (status !== 'pending' || (record.group !== null && found.group === null)) return null
  return (
    <Press act="confirm" opened={opened} look="primary wide">
      {word('my.confirm')}
    </Press>
  )
}
