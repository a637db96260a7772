import { type ComponentType, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import type { Language } from '../../locales/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { CornerDownLeft } from '../../ui/icons.ts'
import { useFetched } from '../../ui/use-fetched.ts'
import type { ChapterReference } from '../chapter-reference.ts'
import { bookLanguage, chapterHeading, nameOfBook } from '../passage-names.ts'
import { writtenVerses } from '../passage-path.ts'
import { sayReferenceProblem } from '../say-reference-problem.ts'
import { completePassage, type Destination } from './complete-passage.ts'
import { PassageGrid } from './passage-grid.tsx'
import { recentPassages } from './recent-passages.ts'

type Props = {
  /** The passage that is open: numbers alone are a chapter of its book. */
  readonly open: ChapterReference
  /** BCP 47: that of the text. */
  readonly textLanguage: string
  readonly onGo: (to: Destination) => void
  /** Passages that the person has kept, to be gone to with one press. */
  readonly Shortcuts?:
    | ComponentType<{ readonly onGo: (to: ChapterReference, verses: readonly number[]) => void }>
    | undefined
  readonly onClose: () => void
}

/** John 3, 요한복음 3:16-18. */
const nameOf = ({ book, chapter, verses }: Destination, language: Language): string => {
  const heading = chapterHeading(book, chapter, language)
  if (verses.length === 0) return heading
  const name = language === 'en' && book === 'Psalms' ? 'Psalm' : nameOfBook(book, language)
  return `${name} ${chapter}:${writtenVerses(verses).replaceAll(',', ', ')}`
}

/** Whether a number stands behind a letter. */
const isNumbered = (typed: string): boolean => {
  const letter = typed.search(/\p{L}/u)
  return letter >= 0 && /\d/.test(typed.slice(letter))
}

/** The passages to offer for the typed words: as the search's own parser reads them, else those that they may begin. */
const useFound = (typed: string, open: ChapterReference) => {
  const read = useFetched(true, async () => (await import('./read-passage.ts')).readPassageTyped)
  return useMemo(() => {
    const begun = completePassage(typed, open)
    // The beginning of a name alone may mean several books; a number makes it a reference.
    if (!read || !isNumbered(typed)) return { found: begun, problem: null }
    const { to, problem } = read(typed)
    if (to.length > 0)
      return { found: [...to, ...begun.filter(({ book }) => to.every((one) => one.book !== book))], problem }
    return { found: begun, problem: begun.length === 0 ? problem : null }
  }, [typed, open, read])
}

const PassageField = ({ open, textLanguage, onGo, Shortcuts }: Omit<Props, 'onClose'>) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { found, problem } = useFound(typed, open)
  const [recent] = useState(() =>
    recentPassages().filter(({ book, chapter }) => book !== open.book || chapter !== open.chapter),
  )
  const own = bookLanguage(textLanguage)
  const chosen = found[Math.min(at, found.length - 1)]
  // In the language that the person types. For numbers alone, in the language of the text.
  const names = /\p{Script=Hangul}/u.test(typed) ? 'ko' : /[a-z]/i.test(typed) ? 'en' : bookLanguage(textLanguage)

  // Before the dialog would give the focus to its cross. On a touch screen the keyboard would cover the books.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
    else field.current?.closest<HTMLElement>('[role=dialog]')?.focus()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is chosen
  useEffect(() => {
    list.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const press = (event: KeyboardEvent) => {
    // In the middle of a Hangul syllable the keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      onGo(chosen)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(1, found.length))
    }
  }
  const nothing = typed.trim() !== '' && found.length === 0
  return (
    <>
      <input
        ref={field}
        role="combobox"
        aria-label={t('go.passage')}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? `${id}-${found.indexOf(chosen)}` : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
        className="field"
      />
      <p role="status" className={nothing ? 'mt-3 text-sm text-muted' : 'sr-only'}>
        {nothing
          ? ((problem && sayReferenceProblem(t, language, { ...problem, params: problem.parameters })) ??
            t('go.nothing'))
          : ''}
      </p>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('go.title')}
        hidden={typed.trim() === ''}
        className="mt-2 grid min-h-66 content-start"
      >
        {found.map((destination, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, as of every combobox
          <div
            key={nameOf(destination, 'en')}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            lang={names}
            aria-selected={destination === chosen}
            onClick={() => onGo(destination)}
            onPointerMove={() => setAt(index)}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 aria-selected:bg-accent-soft"
          >
            <span className="grow font-medium">{nameOf(destination, names)}</span>
            {names !== language && (
              <span lang={language} className="text-sm text-muted">
                {nameOf(destination, language)}
              </span>
            )}
            {destination === chosen && (
              <CornerDownLeft size={16} strokeWidth={1.8} className="text-accent" aria-hidden />
            )}
          </div>
        ))}
      </div>
      {typed.trim() === '' && (
        <>
          <ul aria-label={t('go.recent')} className="mt-3 mb-3 flex flex-wrap gap-1.5 empty:hidden">
            {recent.map((one) => (
              <li key={`${one.book} ${one.chapter}`}>
                <button
                  type="button"
                  lang={own}
                  onClick={() => onGo({ ...one, verses: [] })}
                  className="min-h-11 rounded-full bg-sunk px-3.5 text-sm font-medium hover:bg-accent-soft"
                >
                  {chapterHeading(one.book, one.chapter, own)}
                </button>
              </li>
            ))}
          </ul>
          <Fetched>
            {Shortcuts && <Shortcuts onGo={({ book, chapter }, verses) => onGo({ book, chapter, verses })} />}
          </Fetched>
          <PassageGrid open={open} names={own} onGo={onGo} />
        </>
      )}
    </>
  )
}

/** To go anywhere by typing: the beginning of a book's name in either language, a chapter, verses. */
const GoDialog = ({ onClose, ...field }: Props) => {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('go.title')} description={t('go.hint')} placement="sheet">
      <PassageField {...field} />
    </Dialog>
  )
}
export default GoDialog
