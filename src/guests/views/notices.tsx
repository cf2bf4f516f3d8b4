/** @jsxImportSource preact */
import type { Problem } from '../../http/guests/page-shape.ts'
import { problemText } from '../lib/problem-text.ts'
import type { Page } from './frame.tsx'
import { Note, Press, type Scene } from './parts.tsx'

/** Returns the answer to a request for a link, the same whether or not code and e-mail match. */
export function linkPage({ say, opened }: Scene): Page {
  const { word } = say
  return {
    title: word('link.title'),
    body: (
      <div class="narrow">
        <section class="card">
          <h1>{word('link.title')}</h1>
          <p>{word('link.sent')}</p>
          {opened.token ? (
            <Press act="see" opened={opened}>
              {word('link.back')}
            </Press>
          ) : (
            <p>
              <a href="?">{word('entry.back')}</a>
            </p>
          )}
        </section>
      </div>
    ),
  }
}

/** Returns the page of a problem without an open booking. */
export function troublePage({ say, opened }: Scene, problem: Problem): Page {
  const { word } = say
  return {
    problem,
    title: word('trouble.title'),
    body: (
      <div class="narrow">
        <section class="card">
          <h1>{word('trouble.title')}</h1>
          <Note tone="bad">{problemText(say, problem)}</Note>
          {opened.code ? (
            <Press act="open" opened={opened} look="primary wide">
              {word('trouble.again')}
            </Press>
          ) : (
            <p>
              <a href="?">{word('entry.title')}</a>
            </p>
          )}
        </section>
      </div>
    ),
  }
}
