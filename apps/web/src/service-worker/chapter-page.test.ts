import type { Chapter, Version } from '@pathlight/contracts/bible.ts'
import { hashKey, hydrate, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { chapterQuery } from '../bible/chapter-query.ts'
import { versionsQuery } from '../bible/versions-query.ts'
import { awayShell } from './away-shell.ts'
import { chapterPage } from './chapter-page.ts'

const SHELL = `<!doctype html><html lang="en"><head><!--head-->
<script type="module" crossorigin src="/assets/a.js"></script>
<link rel="modulepreload" crossorigin href="/assets/b.js"></head><body><div id="root"></div><!--state--></body></html>`
const verse = { version: 'KJV', book: 'John', chapter: 3, verse_id: 43_003_016 }
const chapter: Chapter = {
  ...{ version: 'KJV', book: 'John', chapter: 3, language: 'en', direction: 'ltr', copyright: null },
  verses: [
    { ...verse, verse: 16, text: 'For God so <loved> $& the world', headings: [{ kind: 'section', text: 'A & B' }] },
    {
      ...verse,
      verse: 17,
      verse_id: 43_003_017,
      text: 'For God sent',
      letter: 'a',
      spans: [{ start: 4, end: 7, kind: 'added' }],
    },
  ],
  ...{ previous: null, next: null },
} as Chapter
const known = { versions: [{ code: 'KJV', localName: 'King James Version' } as Version], default: 'KJV' }

it('is the shell with the words of the chapter in it, none of which is taken for HTML', () => {
  const page = chapterPage(awayShell(SHELL, 'ko', '/bible/KJV/John/3', ''), 'ko', chapter, known)
  expect(page).toContain('<html lang="ko" data-away>')
  expect(page).toContain('<title>요한복음 3장 (KJV)</title>')
  expect(page).toContain('</button>For</span> God so &lt;loved&gt; $&amp; the world</span>')
  expect(page).toContain('<h2 class="heading section">A &amp; B</h2>')
  expect(page).toContain('<span class="added">God</span>')
  expect(page).toContain('King James Version')
  expect(page).toContain('data-letter="a" aria-hidden="true"></span></span></span> ')
  // The scripts are in a template until the words are painted.
  expect(page.replace(/<template[\s\S]*<\/template>/, '')).not.toMatch(/assets/)
  expect(page).toContain('<template id="scripts"><script type="module"')
})

it('hands over what the reader asks for, so that it asks for the versions alone again', () => {
  const state = /id="state">([\s\S]*?)<\/script>/.exec(chapterPage(SHELL, 'en', chapter, known))?.[1] ?? ''
  expect(state).not.toContain('<')
  const queries = new QueryClient()
  hydrate(queries, JSON.parse(state))
  const place = { version: 'KJV', book: 'John', chapter: 3 }
  expect(queries.getQueryData(chapterQuery(place).queryKey)).toEqual(chapter)
  expect(queries.getQueryData(versionsQuery.queryKey)).toEqual(known)
  const find = (key: readonly unknown[]) => queries.getQueryCache().get(hashKey(key))
  expect(find(chapterQuery(place).queryKey)?.isStaleByTime(chapterQuery(place).staleTime as number)).toBe(false)
  expect(find(versionsQuery.queryKey)?.isStaleByTime(versionsQuery.staleTime as number)).toBe(true)
  const without = chapterPage(SHELL, 'en', chapter, null)
  expect(without).toContain('>KJV</span>')
})
