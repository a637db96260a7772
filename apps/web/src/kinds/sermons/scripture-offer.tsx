import type { Chapter } from '@pathlight/contracts/bible.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chapterQuery } from '../../bible/chapter-query.ts'
import { bookLanguage } from '../../bible/passage-names.ts'
import { readableVersion, versionsQuery } from '../../bible/versions-query.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { IconButton } from '../../ui/button.tsx'
import { isComposing } from '../../ui/composing.ts'
import { X } from '../../ui/icons.ts'
import { referenceBefore, type TypedReference } from './reference-before.ts'
import { sermonReference } from './sermon-range.ts'

const verseId = (book: number, chapter: number, verse: number) => book * 1_000_000 + chapter * 1000 + verse

/** The least distance between an offer and the editor's left and right edges, in pixels. */
const GAP = 4

/** The most chapters of an inserted passage. */
const MOST_CHAPTERS = 3

type Offer = TypedReference & {
  /** The range of the typed reference in the document. */
  readonly begin: number
  readonly end: number
  /** The point beneath the cursor, in pixels from the corner of the editor's frame. */
  readonly left: number
  readonly top: number
}

/**
 * The offer for the reference before the cursor. Null if there is none, if the cursor is not in text, if words are
 * selected, while a Hangul syllable is being typed, or if the passage has more chapters than MOST_CHAPTERS.
 */
const offerAt = (editor: Editor, frame: HTMLElement): Offer | null => {
  const { selection } = editor.state
  const { $from } = selection
  if (!selection.empty || editor.view.composing || !$from.parent.isTextblock) return null
  // A line break becomes one character of the text, because it takes one position in the document.
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\n')
  const typed = referenceBefore(before)
  if (!typed || typed.endChapter - typed.chapter >= MOST_CHAPTERS) return null
  const caret = editor.view.coordsAtPos($from.pos)
  const box = frame.getBoundingClientRect()
  const start = $from.start()
  const place = { left: caret.left - box.left, top: caret.bottom - box.top + 6 }
  return { ...typed, begin: start + typed.from, end: start + typed.to, ...place }
}

/** The document's text in the range of an offer. Empty if the editor is closed. */
const textAt = ({ isDestroyed, state }: Editor, { begin, end }: Offer): string =>
  isDestroyed ? '' : state.doc.textBetween(begin, Math.min(end, state.doc.content.size))

const isSame = (a: Offer | null, b: Offer | null) =>
  a === b ||
  (a !== null && b !== null && a.begin === b.begin && a.end === b.end && a.left === b.left && a.top === b.top)

const wordsOf = (chapters: readonly Chapter[], typed: TypedReference): string =>
  chapters
    .flatMap(({ verses }) => verses)
    .filter(({ chapter, verse, through = verse }) => {
      const [from, to] = [chapter * 1000 + verse, chapter * 1000 + through]
      return to >= typed.chapter * 1000 + typed.verse && from <= typed.endChapter * 1000 + typed.endVerse
    })
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
    .join(' ')

type Props = { readonly editor: Editor; readonly frame: HTMLElement | null; readonly version: string }

/** Offers to insert the passage of a reference that was just typed, as a quotation. Tab accepts, Escape declines. */
export const ScriptureOffer = ({ editor, frame, version: ofSermon }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const queries = useQueryClient()
  const { data: versions } = useQuery(versionsQuery)
  const [offer, setOffer] = useState<Offer | null>(null)
  const [declined, setDeclined] = useState<number | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const readable = versions?.versions.filter(({ available }) => available) ?? []
  const own = readable.find(({ code }) => code === (chosen ?? ofSermon))
  const version = own ?? (versions ? readableVersion(versions, language) : null)

  useEffect(() => {
    if (!frame) return
    const look = () => {
      const next = offerAt(editor, frame)
      setFailure(null)
      setOffer((before) => (isSame(before, next) ? before : next))
      if (!next) setDeclined(null)
    }
    editor.on('transaction', look)
    frame.addEventListener('compositionend', look)
    return () => {
      editor.off('transaction', look)
      frame.removeEventListener('compositionend', look)
    }
  }, [editor, frame])

  const open = offer && version && declined !== offer.begin ? offer : null
  const bar = useRef<HTMLDivElement>(null)
  // The bar is beneath the typed reference, but always within the editor.
  useLayoutEffect(() => {
    if (!(open && bar.current && frame)) return
    bar.current.style.left = `${Math.max(GAP, Math.min(open.left, frame.clientWidth - bar.current.offsetWidth - GAP))}px`
  })

  const insert = useCallback(
    async (at: Offer, code: string, textLanguage: string) => {
      const book = at.book.name.en
      const typed = textAt(editor, at)
      const chapters = Array.from({ length: at.endChapter - at.chapter + 1 }, (_, step) => at.chapter + step)
      // If one chapter cannot be fetched, nothing is inserted, because the words would be less than the reference says.
      const texts = await Promise.all(
        chapters.map((chapter) => queries.fetchQuery(chapterQuery({ version: code, book, chapter }))),
      ).catch(() => [])
      const words = wordsOf(texts, at)
      if (words === '') return setFailure(code)
      // The person changed the reference or the words before it, or closed the editor, while the passage was fetched.
      if (typed === '' || textAt(editor, at) !== typed) return
      const names = bookLanguage(textLanguage)
      const first = verseId(at.book.index, at.chapter, at.verse)
      const reference = sermonReference(
        { book, start_verse_id: first, end_verse_id: verseId(at.book.index, at.endChapter, at.endVerse) },
        names,
      )
      const quotation = {
        type: 'scripture',
        attrs: { reference, version: code, verseId: first, lang: textLanguage },
        content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
      }
      const $begin = editor.state.doc.resolve(at.begin)
      const isAlone = $begin.parent.content.size === at.end - at.begin
      const range = isAlone ? { from: $begin.before(), to: $begin.after() } : { from: at.begin, to: at.end }
      editor
        .chain()
        .focus()
        .insertContentAt(range, [quotation, { type: 'paragraph' }])
        .run()
      setOffer(null)
    },
    [editor, queries],
  )

  useEffect(() => {
    if (!open || !version || !frame) return
    const press = (event: KeyboardEvent) => {
      if (isComposing(event) || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key !== 'Tab' && event.key !== 'Escape') return
      if (!(event.target instanceof Element && event.target.closest('.ProseMirror'))) return
      event.preventDefault()
      // The editor and the panel around it must not get the event.
      event.stopPropagation()
      if (event.key === 'Escape') setDeclined(open.begin)
      else void insert(open, version.code, version.language)
    }
    frame.addEventListener('keydown', press, true)
    return () => frame.removeEventListener('keydown', press, true)
  }, [open, version, insert, frame])

  const reference =
    open &&
    sermonReference(
      {
        book: open.book.name.en,
        start_verse_id: verseId(open.book.index, open.chapter, open.verse),
        end_verse_id: verseId(open.book.index, open.endChapter, open.endVerse),
      },
      language,
    )
  // Screen readers say that Tab inserts the passage. Without the message an insertion by Tab would be unexpected.
  const status = (
    <p role="status" className="sr-only">
      {reference && `${t('sermons.insertHere', { reference })}: ${t('sermons.insertHint')}`}
    </p>
  )
  if (!open || !version) return status
  return (
    <>
      {status}
      <div ref={bar} className="floating absolute z-10 grid w-max max-w-[calc(100%-8px)] p-1" style={{ top: open.top }}>
        <div className="flex items-center gap-1">
          <button
            type="button"
            className="control primary min-w-0 shrink px-3! leading-tight"
            aria-label={t('sermons.insertHere', { reference })}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void insert(open, version.code, version.language)}
          >
            {t('sermons.insertHere', { reference })}
            <kbd className="hidden text-xs opacity-80 wide:inline">{t('sermons.insertHint')}</kbd>
          </button>
          <select
            aria-label={t('sermons.insertVersion')}
            value={version.code}
            onChange={(event) => setChosen(event.target.value)}
            className="control plain max-w-28 shrink-0 pl-2!"
          >
            {readable.map(({ code }) => (
              <option key={code} value={code}>
                {versionLabel(code, language)}
              </option>
            ))}
          </select>
          <IconButton icon={X} label={t('sermons.dismiss')} onClick={() => setDeclined(open.begin)} />
        </div>
        {failure && (
          <p role="alert" className="w-full px-2 pb-1 text-xs text-danger">
            {t('sermons.insertFailed', { version: failure })}
          </p>
        )}
      </div>
    </>
  )
}
