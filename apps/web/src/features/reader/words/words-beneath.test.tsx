// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { chapterQuery } from '../../../bible/chapter-query.ts'
import { versionsQuery } from '../../../bible/versions-query.ts'
import { answeringServer } from '../../../testing/answering-server.ts'
import { showInApp } from '../../../testing/in-app.tsx'
import type { ReaderAction, ReaderState } from '../columns/reader-state.ts'
import { askedWords } from './asked-words.ts'
import { useVerseWords } from './use-verse-words.ts'
import WordsBeneath from './words-beneath.tsx'
import { wordsQuery } from './words-query.ts'

vi.mock(import('./use-verse-words.ts'), async (original) => ({
  useVerseWords: vi.fn((await original()).useVerseWords),
}))

/** The ranges that the browser would paint, by the name of their highlight. jsdom has no CSS Custom Highlight API. */
const painted = vi.hoisted(() => {
  const highlights = new Map<string, ReadonlySet<StaticRange>>()
  Object.assign(globalThis, {
    CSS: { highlights },
    Highlight: class extends Set<StaticRange> {
      constructor(...ranges: StaticRange[]) {
        super(ranges)
      }
    },
  })
  return highlights
})

const server = answeringServer()
const TEXT = 'For God so loved the world'
const column = { id: 'c1', version: 'KJV', book: 'John', chapter: 3 }
const reader = (choice: ReaderState['choice'] = null): ReaderState => ({
  ...{ columns: [column], active: 'c1', synced: false, choice },
})
const entry = (strongs: string, original: string, gloss: string) => ({
  ...{ strongs, language: 'grc', original, transliteration: 'translit', pronunciation: 'pron', gloss, gloss_ko: null },
  ...{ definition: `${gloss}, at length`, occurrences: 143, source: { name: 'A dictionary', licence: 'CC BY' } },
})
const words = {
  ...{ version: 'KJV', book: 'John', chapter: 3, source: { name: 'Tagged text', licence: 'public domain' } },
  verses: {
    16: [
      { start: 4, end: 7, strongs: ['G2316'], original: 'θεός' },
      { start: 11, end: 16, strongs: ['G25'], original: 'ἀγαπάω', morph: 'V-AAI-3S' },
    ],
  },
}
const acted: ReaderAction[] = []
const paths: string[] = []

/** Verse 17 of the KJV, and verse 16 of another text. */
const NEXT = 'God sent not his Son'
const OTHER = 'God greatly loved the world'
const other = { ...column, id: 'c2', version: 'WEB' }
const otherWords = {
  ...words,
  version: 'WEB',
  verses: {
    16: [
      { start: 0, end: 3, strongs: ['G2316'], original: 'θεός' },
      { start: 12, end: 17, strongs: ['G25'], original: 'ἀγαπάω' },
    ],
  },
}

const Page = ({ state, verses }: { state: ReaderState; verses: Readonly<Record<number, string>> }) => {
  const root = useRef<HTMLDivElement>(null)
  return (
    <div className="reader" ref={root}>
      {state.columns.map(({ id }) => (
        <section key={id} data-column={id}>
          <div className="scripture">
            {Object.entries(id === 'c1' ? verses : { 16: OTHER }).map(([verse, text]) => (
              <span key={verse} className="verse" data-verse={verse} data-chosen={state.choice ? 'held' : undefined}>
                <button type="button" className="verse-number" data-verse={verse} tabIndex={0}>
                  {verse}
                </button>
                {text}
              </span>
            ))}
          </div>
        </section>
      ))}
      <WordsBeneath root={root} reader={state} act={(action) => void acted.push(action)} />
    </div>
  )
}
const show = (
  state = reader(),
  language: 'en' | 'ko' = 'en',
  verses: Readonly<Record<number, string>> = { 16: TEXT },
) => showInApp([{ path: '/', element: <Page state={state} verses={verses} /> }], '/', queryClient, language)
/** A column's chapter, in the form in which the reader fetches it. */
const chapterOf = ({ version, book, chapter }: typeof column, verses: Readonly<Record<number, string>>) => ({
  ...{ version, book, chapter, language: 'en', direction: 'ltr' as const, copyright: null, previous: null, next: null },
  verses: Object.entries(verses).map(([verse, text]) => {
    return { version, book, chapter, verse: Number(verse), verse_id: 43_003_000 + Number(verse), text }
  }),
})

/**
 * Returns the verse. From now on every point of the window counts as this offset in the verse's text, because jsdom has
 * no layout.
 */
const verseAt = (offset: number): Element => {
  const verse = document.querySelector('.verse')
  const node = verse?.lastChild
  if (!verse || !node) throw new Error('no verse')
  Object.assign(document, { caretPositionFromPoint: () => ({ offsetNode: node, offset }) })
  return verse
}
const pressAt = (offset: number) => fireEvent.click(verseAt(offset))

// jsdom has no layout.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
window.scrollBy = () => undefined
globalThis.ResizeObserver = class {
  observe = () => undefined
  unobserve = () => undefined
  disconnect = () => undefined
}

beforeEach(() => {
  queryClient.clear()
  acted.length = 0
  paths.length = 0
  queryClient.setQueryData(chapterQuery(column).queryKey, chapterOf(column, { 16: TEXT }))
  queryClient.setQueryData(versionsQuery.queryKey, { versions: [], default: 'KJV' })
  server.answer = ({ path }) => {
    paths.push(path)
    const { pathname, searchParams } = new URL(path, 'http://any')
    if (pathname === '/api/bible/words') return { body: searchParams.get('version') === 'WEB' ? otherWords : words }
    // Words are counted in the text from which they come.
    if (searchParams.get('version') !== 'KJV') return { status: 503 }
    if (pathname === '/api/lexicon/G25') return { body: entry('G25', 'ἀγαπάω', 'to love') }
    if (pathname === '/api/lexicon/G2316') return { body: entry('G2316', 'θεός', 'a deity') }
    return { status: 503 }
  }
})

describe('the words beneath the text', () => {
  it('open by W at the first word of the verse, lead on by the arrows, and close by Escape', async () => {
    const { user } = show()
    await user.keyboard('w')
    const sheet = await screen.findByRole('complementary', { name: 'The word “God”, John 3:16' })
    await waitFor(() => expect(document.activeElement).toBe(sheet))
    await within(sheet).findByText('a deity')
    await user.keyboard('{ArrowRight}')
    await screen.findByRole('complementary', { name: 'The word “loved”, John 3:16' })
    await within(sheet).findByText('to love, at length')
    within(sheet).getByText('verb, aorist, active, indicative, 3rd person singular')
    within(sheet).getByText(/Once in this chapter · 143 times in the KJV/)
    within(sheet).getByText(/Tagged text \(public domain\) · A dictionary \(CC BY\)/)
    const link = within(sheet).getByRole('link', { name: 'Every place' })
    expect(link.getAttribute('href')).toBe('/search?query=strong%3AG25&version=KJV&order=book')
    await waitFor(() => expect(acted[0]).toMatchObject({ type: 'choose', choice: { verses: [16], held: false } }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(document.activeElement?.className).toBe('verse-number')
  })

  it('say in Korean that a meaning is in English, where it is', async () => {
    server.answer = ({ path }) => {
      if (path.startsWith('/api/bible/words')) return { body: words }
      if (path.startsWith('/api/lexicon/G25?'))
        return { body: { ...entry('G25', 'ἀγαπάω', 'to love'), gloss_ko: '사랑하다' } }
      if (path.startsWith('/api/lexicon/G2316?')) return { body: entry('G2316', 'θεός', 'a deity') }
      return { status: 503 }
    }
    const { user } = show(reader(), 'ko')
    await user.keyboard('w')
    await screen.findByText('a deity')
    screen.getByText(/뜻은 영어로/)
    await user.keyboard('{ArrowRight}')
    await screen.findByText('사랑하다')
    expect(screen.queryByText(/뜻은 영어로/)).toBeNull()
  })

  it('open where a word of the one chosen verse is pressed; elsewhere a press chooses as ever', async () => {
    const { unmount } = show()
    await screen.findByText(TEXT)
    pressAt(12)
    expect([acted, paths]).toEqual([[], []])
    unmount()
    show(reader({ by: 'verses', column: 'c1', verses: [16], anchor: 16, held: true }))
    await waitFor(() => expect(paths.some((path) => path.startsWith('/api/bible/words'))).toBe(true))
    pressAt(12)
    await screen.findByRole('complementary', { name: 'The word “loved”, John 3:16' })
    pressAt(18)
    await screen.findByText(/No word of the original is beneath “the”/)
  })

  it('are asked for the meaning of a word that is pressed, and not of one that is only touched', async () => {
    show(reader({ by: 'verses', column: 'c1', verses: [16], anchor: 16, held: true }))
    await waitFor(() => expect(queryClient.getQueryData(wordsQuery(column).queryKey)).toBeDefined())
    fireEvent.pointerDown(verseAt(4))
    pressAt(12)
    await screen.findByText('to love')
    expect(new Set(paths.filter((path) => path.startsWith('/api/lexicon/')))).toEqual(
      new Set(['/api/lexicon/G25?version=KJV']),
    )
  })

  it('have their sheet and its heading at once where a word is pressed, before the words came', async () => {
    const late = Promise.withResolvers<void>()
    server.answer = ({ path }) => {
      paths.push(path)
      return { body: path.startsWith('/api/bible/words') ? words : null, after: late.promise }
    }
    show(reader({ by: 'verses', column: 'c1', verses: [16], anchor: 16, held: true }))
    await waitFor(() => expect(paths.some((path) => path.startsWith('/api/bible/words'))).toBe(true))
    // The sheet's code was fetched together with the words.
    await import('./word-sheet.tsx')
    pressAt(12)
    const sheet = screen.getByRole('complementary', { name: 'The word “loved”, John 3:16' })
    expect(within(sheet).getByRole('heading', { level: 2 }).textContent).toBe('“loved”John 3:16')
    within(sheet).getByRole('status')
    late.resolve()
    await within(sheet).findByText('ἀγαπάω')
  })

  it('render their sheet twice for a press: the word, then all that stands below it', async () => {
    show(reader({ by: 'verses', column: 'c1', verses: [16], anchor: 16, held: true }))
    await waitFor(() => expect(queryClient.getQueryData(wordsQuery(column).queryKey)).toBeDefined())
    await import('./word-sheet.tsx')
    vi.mocked(useVerseWords).mockClear()
    pressAt(12)
    // The sheet renders twice, and StrictMode doubles each rendering.
    expect(useVerseWords).toHaveBeenCalledTimes(4)
    screen.getByRole('group', { name: 'Word by word' })
  })

  it('stand below the verse word by word, each a button', async () => {
    const { user } = show()
    await user.keyboard('w')
    fireEvent.click(await screen.findByRole('button', { name: 'This verse' }))
    // The sheet stays while the code of the words below the verse is fetched.
    screen.getByRole('complementary', { name: 'The word “God”, John 3:16' })
    const row = await screen.findByRole('group', { name: 'Word by word, verse 16' })
    expect(within(row).getAllByRole('button')).toHaveLength(2)
    // The text of the verse itself does not change.
    expect(document.querySelector('.verse')?.textContent).toBe(`16${TEXT}`)
    await user.click(within(row).getByText('ἀγαπάω'))
    await screen.findByRole('complementary', { name: 'The word “loved”, John 3:16' })
    await user.click(screen.getByRole('button', { name: 'Off' }))
    expect(screen.queryByRole('group', { name: 'Word by word, verse 16' })).toBeNull()
    expect(document.querySelector('.interlinear')).toBeNull()
  })

  it('stand below every verse of the chapter, and a word of any verse is looked at there', async () => {
    const verses = { 16: TEXT, 17: NEXT }
    queryClient.setQueryData(chapterQuery(column).queryKey, chapterOf(column, verses))
    server.answer = ({ path }) => {
      if (path.startsWith('/api/lexicon/G2316?')) return { body: entry('G2316', 'θεός', 'a deity') }
      const sent = { start: 4, end: 8, strongs: ['G649'], original: 'ἀποστέλλω' }
      return path.startsWith('/api/bible/words')
        ? { body: { ...words, verses: { ...words.verses, 17: [{ ...words.verses[16][0], start: 0, end: 3 }, sent] } } }
        : { status: 503 }
    }
    const { user } = show(reader(), 'en', verses)
    await user.keyboard('w')
    await user.click(await screen.findByRole('button', { name: 'Chapter' }))
    const rows = await screen.findAllByRole('group', { name: /^Word by word, verse/ })
    expect(rows.map((row) => row.getAttribute('aria-label'))).toEqual([
      'Word by word, verse 16',
      'Word by word, verse 17',
    ])
    expect(rows.map((row) => row.closest('.interlinear')?.previousElementSibling?.getAttribute('data-verse'))).toEqual([
      '16',
      '17',
    ])
    await user.click(within(rows[1] as HTMLElement).getByText('ἀποστέλλω'))
    await screen.findByRole('complementary', { name: 'The word “sent”, John 3:17' })
    // The words stay below every verse after the sheet is closed. Their source is named after the last verse.
    await user.keyboard('{Escape}')
    expect(screen.getAllByRole('group', { name: /^Word by word, verse/ })).toHaveLength(2)
    expect(screen.getByText('Tagged text (public domain)').closest('.interlinear')).toBe(
      screen.getAllByRole('group', { name: /^Word by word, verse/ }).at(-1)?.parentElement,
    )
  })

  it('are lit at once in their verse and in the other columns', async () => {
    queryClient.setQueryData(chapterQuery(other).queryKey, chapterOf(other, { 16: OTHER }))
    const lit = () =>
      [...(painted.get('word-lit') ?? [])].map(({ startContainer, startOffset, endOffset }) =>
        startContainer.textContent?.slice(startOffset, endOffset),
      )
    const { user } = show({ ...reader(), columns: [column, other] })
    await user.keyboard('w')
    await waitFor(() => expect(lit()).toEqual(['God', 'God']))
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(lit()).toEqual(['loved', 'loved']))
    const [, inOther] = [...(painted.get('word-lit') ?? [])]
    expect(inOther?.startContainer.parentElement?.closest('[data-column]')?.getAttribute('data-column')).toBe('c2')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(painted.has('word-lit')).toBe(false))
  })

  it('say which text their parsing is from, and nothing certain where it has none', async () => {
    const parsing = { name: 'Greek text', licence: 'CC BY' }
    server.answer = ({ path }) =>
      path.startsWith('/api/bible/words') ? { body: { ...words, parsing } } : { status: 404, body: {} }
    const { user } = show()
    await user.keyboard('w')
    const sheet = await screen.findByRole('complementary', { name: 'The word “God”, John 3:16' })
    await within(sheet).findByText(/the Greek text has this word in this verse in several forms/)
    expect(within(sheet).queryByText(/Parsing: Greek text/)).toBeNull()
    await user.keyboard('{ArrowRight}')
    await within(sheet).findByText('verb, aorist, active, indicative, 3rd person singular')
    within(sheet).getByText(/Parsing: Greek text \(CC BY\)/)
    expect(within(sheet).queryByText(/once whoever runs this Pathlight adds/)).toBeNull()
  })

  it('say who can add their parsing where no text here has any', async () => {
    const verses = { 16: words.verses[16].map(({ morph: _, ...word }) => word) }
    server.answer = ({ path }) =>
      path.startsWith('/api/bible/words') ? { body: { ...words, verses } } : { status: 404, body: {} }
    const { user } = show()
    await user.keyboard('w')
    await screen.findByText(/once whoever runs this Pathlight adds a text that says it \(MorphGNT\)/)
  })

  it('open by a button elsewhere', async () => {
    show()
    askedWords.set({ column, verse: 16 })
    await screen.findByRole('complementary', { name: 'The word “God”, John 3:16' })
    expect(askedWords.now()).toBeNull()
  })

  it('open in the column that was asked, while it shows that chapter', async () => {
    const twin = { ...column, id: 'c2' }
    const open = (columns: ReaderState['columns']) => show({ ...reader(), columns })
    const chosenIn = () => acted.map((action) => action.type === 'choose' && action.choice.column)
    const { unmount } = open([column, twin])
    askedWords.set({ column: twin, verse: 16 })
    await waitFor(() => expect(chosenIn()).toEqual(['c2']))
    unmount()
    open([column, { ...twin, chapter: 4 }])
    askedWords.set({ column: twin, verse: 16 })
    await waitFor(() => expect(chosenIn()).toEqual(['c2', 'c1']))
  })

  it('say that there are none, and that they did not come', async () => {
    server.answer = () => ({ status: 404, body: { code: 'no_words', message: 'None' } })
    const { user, unmount } = show()
    await user.keyboard('w')
    await screen.findByText(/No text here has/)
    unmount()
    queryClient.removeQueries({ queryKey: ['bible', 'words'] })
    server.answer = () => ({ status: 400, body: { code: 'bad', message: 'Bad' } })
    show()
    await user.keyboard('w')
    await screen.findByText('Failed to fetch the words.')
    server.answer = () => ({ body: words })
    await user.click(screen.getByRole('button', { name: /Try again/i }))
    await screen.findByRole('complementary', { name: 'The word “God”, John 3:16' })
  })
})
