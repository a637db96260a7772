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
  /** The open passage; numbers alone mean a chapter of its book. */
  readonly open: ChapterReference
  /** The text's language (BCP 47). */
  readonly textLanguage: string
  readonly onGo: (to: Destination) => void
  /** Links to passages of the person's own items. */
  readonly Shortcuts?:
    | ComponentType<{ readonly onGo: (to: ChapterReference, verses: readonly number[]) => void }>
    | undefined
  readonly onClose: () => void
}

/** The name of a destination: John 3, 요한복음 3:16-18. */
const nameOf = ({ book, chapter, verses }: Destination, language: Language): string => {
  const heading = chapterHeading(book, chapter, language)
  if (verses.length === 0) return heading
  const name = language === 'en' && book === 'Psalms' ? 'Psalm' : nameOfBook(book, language)
  return `${name} ${chapter}:${writtenVerses(verses).replaceAll(',', ', ')}`
}

/** Whether a number follows a letter. */
const isNumbered = (typed: string): boolean => {
  const letter = typed.search(/\p{L}/u)
  return letter >= 0 && /\d/.test(typed.slice(letter))
}

/** The suggestions for the typed text: as the search's parser reads it, else as completions. */
const useSuggestions = (typed: string, open: ChapterReference) => {
  const read = useFetched(true, async () => (await import('./read-passage.ts')).readPassageTyped)
  return useMemo(() => {
    const completions = completePassage(typed, open)
    // A name alone may be the beginning of several; a number makes the text a reference.
    if (!read || !isNumbered(typed)) return { suggestions: completions, problem: null }
    const { to, problem } = read(typed)
    if (to.length > 0)
      return {
        suggestions: [...to, ...completions.filter(({ book }) => to.every((one) => one.book !== book))],
        problem,
      }
    return { suggestions: completions, problem: completions.length === 0 ? problem : null }
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
  const { suggestions, problem } = useSuggestions(typed, open)
  const [recent] = useState(() =>
    recentPassages().filter(({ book, chapter }) => book !== open.book || chapter !== open.chapter),
  )
  const textNames = bookLanguage(textLanguage)
  const chosen = suggestions[Math.min(at, suggestions.length - 1)]
  // In the language of the typed text; for numbers alone, of the Bible text.
  const names = /\p{Script=Hangul}/u.test(typed) ? 'ko' : /[a-z]/i.test(typed) ? 'en' : bookLanguage(textLanguage)

  // Runs before the dialog focuses its close button. On a touch screen the keyboard would cover the books, so the
  // dialog itself gets the focus.
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
      setAt((Math.min(at, suggestions.length - 1) + step + suggestions.length) % Math.max(1, suggestions.length))
    }
  }
  const isEmpty = typed.trim() !== '' && suggestions.length === 0
  return (
    <>
      <input
        ref={field}
        role="combobox"
        aria-label={t('go.passage')}
        aria-expanded={suggestions.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? `${id}-${suggestions.indexOf(chosen)}` : undefined}
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
      <p role="status" className={isEmpty ? 'mt-3 text-sm text-muted' : 'sr-only'}>
        {isEmpty
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
        {suggestions.map((destination, index) => (
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
                  lang={textNames}
                  onClick={() => onGo({ ...one, verses: [] })}
                  className="min-h-11 rounded-full bg-sunk px-3.5 text-sm font-medium hover:bg-accent-soft"
                >
                  {chapterHeading(one.book, one.chapter, textNames)}
                </button>
              </li>
            ))}
          </ul>
          <Fetched>
            {Shortcuts && <Shortcuts onGo={({ book, chapter }, verses) => onGo({ book, chapter, verses })} />}
          </Fetched>
          <PassageGrid open={open} names={textNames} onGo={onGo} />
        </>
      )}
    </>
  )
}

/** A dialog to go to a passage by typing (a book's beginning in either language, chapter, verses) or by pressing. */
const GoDialog = ({ onClose, ...field }: Props) => {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('go.title')} description={t('go.hint')} placement="sheet">
      <PassageField {...field} />
    </Dialog>
  )
}
export default GoDialog
