/** @jsxImportSource preact */
import type { Problem } from '../../http/guests/page-shape.ts'
import { GROUPS, groupsOf } from '../lib/key.ts'
import { problemText } from '../lib/problem-text.ts'
import type { Page, PageScene } from './frame.tsx'
import { Button, Field, FieldNotes, Note, type Scene } from './parts.tsx'

/** Returns the page that asks for the key of a booking. @param problem the reason why a key opened none */
export function entryPage({ say, opened, isSelling }: PageScene, problem?: Problem): Page {
  const { word } = say
  const said = problem && 'said'
  const byEmail = opened.email !== undefined && opened.token === undefined
  return {
    problem,
    title: word('entry.title'),
    body: (
      <>
        <h1>{word('entry.title')}</h1>
        {isSelling && (
          <p class="dim lead">
            {word('entry.none')}{' '}
            <a href={opened.lang ? `/stay?lang=${opened.lang}` : '/stay'}>{word('stay.find')}</a>
          </p>
        )}
        {problem && (
          <Note tone="bad" id={said}>
            {problemText(say, problem)}
          </Note>
        )}
        <div class="half">
          <TokenForm say={say} opened={opened} wrong={byEmail ? undefined : said} />
          <EmailForm say={say} opened={opened} wrong={byEmail ? said : undefined} />
        </div>
      </>
    ),
  }
}

/** A scene with the id of the note that describes the fields of a form whose key opened no booking. */
type EntryForm = Scene & { wrong: string | undefined }

function TokenForm({ say, opened, wrong }: EntryForm) {
  const { word } = say
  const groups = groupsOf(opened.token ?? '')
  return (
    <form method="post" class="card" id="open">
      <h2>{word('entry.token')}</h2>
      <p class="dim">{word('entry.token.about')}</p>
      <noscript>
        <p>{word('entry.scriptless')}</p>
      </noscript>
      <input type="hidden" name="act" value="open" />
      <ChosenLanguage say={say} opened={opened} />
      <CodeField say={say} opened={opened} id="code" wrong={wrong} hint={word('entry.link.hint')} />
      <fieldset class="field">
        <legend>{word('entry.manage')}</legend>
        <div class="groups">
          {GROUPS.map((length, index) => (
            <input
              type="text"
              name={`group${index + 1}`}
              value={groups[index]}
              size={length}
              aria-label={word('entry.group', { count: index + 1 })}
              {...TYPED_EXACTLY}
              {...(wrong && { 'aria-invalid': 'true' as const })}
              aria-describedby={[wrong, 'f-groups-hint'].filter(Boolean).join(' ')}
            />
          ))}
        </div>
        <FieldNotes id="f-groups" hint={word('entry.manage.hint')} />
      </fieldset>
      <Field
        name="proof"
        label={word('entry.proof')}
        value={opened.proof ?? ''}
        hint={word('entry.proof.hint')}
        more={TYPED_EXACTLY}
      />
      <Button look="primary wide">{word('entry.open')}</Button>
    </form>
  )
}

function EmailForm({ say, opened, wrong }: EntryForm) {
  const { word } = say
  return (
    <form method="post" class="card">
      <h2>{word('entry.email')}</h2>
      <p class="dim">{word('entry.email.about')}</p>
      <ChosenLanguage say={say} opened={opened} />
      <CodeField say={say} opened={opened} id="code-again" wrong={wrong} />
      <Field
        name="email"
        label={word('entry.address')}
        type="email"
        value={opened.email ?? ''}
        wrong={wrong}
        more={{ required: true, autocomplete: 'email', maxlength: 254 }}
      />
      <button type="submit" name="act" value="see" class="button wide">
        {word('entry.see')}
      </button>{' '}
      <button type="submit" name="act" value="link" class="button link wide">
        {word('entry.link')}
      </button>
    </form>
  )
}

const TYPED_EXACTLY = { autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const

function CodeField({ say, opened, id, wrong, hint }: EntryForm & { id: string; hint?: string }) {
  return (
    <Field
      name="code"
      id={id}
      label={say.word('entry.code')}
      value={opened.code}
      wrong={wrong}
      hint={hint}
      more={{ required: true, ...TYPED_EXACTLY, autocapitalize: 'characters' }}
    />
  )
}

const ChosenLanguage = ({ opened }: Scene) =>
  opened.lang ? <input type="hidden" name="lang" value={opened.lang} /> : null
