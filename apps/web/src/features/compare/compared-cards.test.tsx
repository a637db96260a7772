// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { showInApp } from '../../testing/in-app.tsx'
import { ComparedCards } from './compared-cards.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const passage = { book: 'John', chapter: 11, verse: 35, endChapter: 11, endVerse: 35 }
const text = (version: string, words: string) => ({
  ...{
    version,
    name: version,
    localName: version,
    language: 'en',
    direction: 'ltr',
    text: words,
    pending: false,
    message: null,
  },
  ...{ verses: [{ chapter: 11, verse: 35, text: words }], hint: null, copyright: null },
})
const comparison = {
  passage,
  reference: 'John 11:35',
  results: [text('KJV', 'Jesus wept.'), text('WEB', 'Jesus cried.')],
}

it('copies a text under its own numbers', async () => {
  const joel = { book: 'Joel', chapter: 2, verse: 28, endChapter: 2, endVerse: 29 }
  const verses = [1, 2].map((verse) => ({ chapter: 3, verse, text: `Words ${verse}.` }))
  const results = [{ ...text('HEB', 'Words 1. Words 2.'), verses }]
  const cards = <ComparedCards comparison={{ passage: joel, results } as never} reference="Joel 2:28-29" />
  const { user } = showInApp([{ path: '/', element: cards }])
  await user.click(await screen.findByRole('button', { name: 'Copy HEB' }))
  expect(await navigator.clipboard.readText()).toContain('Joel 3:1–2 (HEB)')
})

it('copies a whole chapter under the name of the chapter', async () => {
  const psalm = { book: 'Psalms', chapter: 117, verse: null, endChapter: 117, endVerse: null }
  const verses = [1, 2].map((verse) => ({ chapter: 117, verse, text: `Words ${verse}.` }))
  const results = [{ ...text('KJV', 'Words 1. Words 2.'), verses }]
  const cards = <ComparedCards comparison={{ passage: psalm, results } as never} reference="Psalm 117" />
  const { user } = showInApp([{ path: '/', element: cards }])
  await user.click(await screen.findByRole('button', { name: 'Copy KJV' }))
  expect(await navigator.clipboard.readText()).toContain('Psalm 117 (KJV)')
})

it.each([
  ['(min-width: 0px)', true],
  ['print', false],
])('has the cards of a chosen row where they can be swiped, and not on paper: %s', async (media, isSwiped) => {
  localStorage.setItem('compare.layout', 'side')
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { matches: query === media }))
  const cards = <ComparedCards comparison={comparison as never} reference="John 11:35" />
  showInApp([{ path: '/', element: cards }])
  const card = (await screen.findByRole('heading', { name: /WEB/ })).closest('article')
  expect(card?.parentElement?.className.includes('overflow-x-auto')).toBe(isSwiped)
})

it('writes both ends of a bridge', async () => {
  const verses = [
    { chapter: 11, verse: 35, text: 'Jesus wept.' },
    { chapter: 11, verse: 36, through: 37, text: 'Then said the Jews.' },
    { chapter: 12, verse: 1, through: 2, text: 'Then Jesus came.' },
  ]
  const bridged = {
    ...comparison,
    results: [{ ...text('KJV', 'Jesus wept. Then said the Jews. Then Jesus came.'), verses }],
  }
  const cards = <ComparedCards comparison={bridged as never} reference="John 11:35-12:2" />
  showInApp([{ path: '/', element: cards }])
  const card = (await screen.findByRole('heading', { name: /KJV/ })).closest('article')
  expect([...(card?.querySelectorAll('sup') ?? [])].map(({ textContent }) => textContent)).toEqual([
    '35',
    '36-37',
    '12:1-2',
  ])
})
