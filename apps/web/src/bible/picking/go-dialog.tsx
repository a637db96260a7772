import type { Version } from '@pathlight/contracts/bible.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import {
  type ComponentType,
  type CSSProperties,
  type KeyboardEvent,
  lazy,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { withWords } from '../../locales/language.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import type { Language } from '../../locales/words.ts'
import { isComposing } from '../../ui/composing.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { CornerDownLeft, Search } from '../../ui/icons.ts'
import { useFetched } from '../../ui/use-fetched.ts'
import type { ChapterReference } from '../chapter-reference.ts'
import { bookLanguage, chapterHeading, nameBeforeNumber, shortVersion } from '../passage-names.ts'
import { writtenVerses } from '../passage-path.ts'
import { sayReferenceProblem } from '../say-reference-problem.ts'
import { completePassage, type Destination } from './complete-passage.ts'
import { PassageGrid } from './passage-grid.tsx'
import { Pick } from './pick.tsx'
import { recentPassages } from './recent-passages.ts'
import './picker.css'

const KeepDialog = lazy(() => withWords(['keep'], () => import('../kept-texts/keep-dialog.tsx')))

type Props = {
  /** The open passage. A typed number without a book means a chapter of the open book. */
  readonly open: ChapterReference
  /** The text's language (BCP 47). */
  readonly textLanguage: string
  readonly onGo: (to: Destination) => void
  /** Whether a pressed chapter always shows its verses to choose from. */
  readonly asksVerse?: boolean
  /** The versions to choose from. The picker shows this choice only if there is `onVersion`. */
  readonly versions?: readonly Version[]
  readonly onVersion?: (code: string) => void
  /** Called with the typed words, if the person chooses to search for them. */
  readonly onSearch?: (words: string) => void
  /** On a wide screen the picker opens beneath this element. */
  readonly beneath?: Element | null | undefined
  /** Shows links to passages that the person's own items name. */
  readonly Shortcuts?:
    | ComponentType<{ readonly onGo: (to: ChapterReference, verses: readonly number[]) => void }>
    | undefined
  readonly onClose: () => void
}

/** The name of a destination: John 3, 요한복음 3:16-18. */
const nameOf = ({ book, chapter, verses }: Destination, language: Language): string => {
  const heading = chapterHeading(book, chapter, language)
  if (verses.length === 0) return heading
  return `${nameBeforeNumber(book, language)} ${chapter}:${writtenVerses(verses).replaceAll(',', ', ')}`
}

/** Whether a digit comes after the first letter. */
const isNumbered = (typed: string): boolean => {
  const letter = typed.search(/\p{L}/u)
  return letter >= 0 && /\d/.test(typed.slice(letter))
}

/**
 * The suggestions for the typed text: the passages that the search's parser reads, then completions. `isRead` is false
 * while the parser is needed and its code has not loaded. The parser loads only when the person types, because it is
 * slow to start.
 */
const useSuggestions = (typed: string, open: ChapterReference) => {
  const read = useFetched(typed !== '', async () => (await import('./read-passage.ts')).readPassageTyped)
  return useMemo(() => {
    const completions = completePassage(typed, open)
    // A name alone may be the beginning of several books' names, so the parser is not asked.
    if (!isNumbered(typed)) return { suggestions: completions, problem: null, isRead: true }
    if (!read) return { suggestions: completions, problem: null, isRead: false }
    const { to, problem } = read(typed)
    if (to.length > 0)
      return {
        suggestions: [...to, ...completions.filter(({ book }) => to.every((one) => one.book !== book))],
        problem,
        isRead: true,
      }
    return { suggestions: completions, problem: completions.length === 0 ? problem : null, isRead: true }
  }, [typed, open, read])
}

/**
 * Opens the list of a select for a key that some browsers take as a choice while the list is closed. The picker closes
 * with the choice, so the person must be able to go through the versions before.
 */
const openList = (event: KeyboardEvent<HTMLSelectElement>): void => {
  const { key, altKey, ctrlKey, metaKey, currentTarget: select } = event
  const chooses = key.length === 1 || /^(Arrow|Page|Home|End)/.test(key)
  if (!chooses || altKey || ctrlKey || metaKey || !('showPicker' in select)) return
  event.preventDefault()
  select.showPicker()
}

/** The version select, labelled as in the specification. Its last option opens the texts stored offline. */
const VersionChoice = ({
  open,
  versions,
  onPick,
}: {
  open: string
  versions: readonly Version[]
  onPick: (code: string) => void
}) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const version = versions.find(({ code }) => code === open)
  const options = (available: boolean) =>
    versions
      .filter((one) => one.available === available)
      .map(({ code }) => (
        <option key={code} value={code}>
          {versionLabel(code, language)}
        </option>
      ))
  const absent = options(false)
  return (
    <Pick
      aria-label={t('reader.version')}
      {...shortVersion(open, version)}
      value={open}
      onKeyDown={openList}
      onChange={({ target }) => onPick(target.value)}
      className="shrink-0"
    >
      {!version && <option value={open}>{open}</option>}
      {options(true)}
      {absent.length > 0 && <optgroup label={t('reader.notHere')}>{absent}</optgroup>}
      <option value="">{t('reader.keepOffline')}</option>
    </Pick>
  )
}

/** A suggestion in the picker's list: a passage, or a search. */
type Offer = {
  readonly key: string
  readonly words: string
  readonly lang: Language
  readonly other: string | null
  readonly go: () => void
}

const Picker = ({
  open,
  textLanguage,
  onGo,
  asksVerse = false,
  versions = [],
  onVersion,
  onSearch,
  Shortcuts,
}: Omit<Props, 'onClose' | 'beneath'>) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { suggestions, problem, isRead } = useSuggestions(typed, open)
  const [recent] = useState(() =>
    recentPassages().filter(({ book, chapter }) => book !== open.book || chapter !== open.chapter),
  )
  const textNames = bookLanguage(textLanguage)
  // Names are in the language that the person types. For digits alone they are in the language of the Bible text.
  const names = /\p{Script=Hangul}/u.test(typed) ? 'ko' : /[a-z]/i.test(typed) ? 'en' : textNames
  const words = typed.trim()
  // If the text names a passage that does not exist, it is not offered as a search.
  const mayBeWords =
    isRead && onSearch !== undefined && words !== '' && (problem === null || !/^no_such/.test(problem.code))
  const offers: readonly Offer[] = [
    ...suggestions.map((to) => ({
      key: nameOf(to, 'en'),
      words: nameOf(to, names),
      lang: names,
      other: names === language ? null : nameOf(to, language),
      go: () => onGo(to),
    })),
    ...(mayBeWords
      ? [{ key: 'search', words: t('go.search', { words }), lang: language, other: null, go: () => onSearch(words) }]
      : []),
  ]
  const chosen = offers[Math.min(at, offers.length - 1)]

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another offer is chosen
  useEffect(() => {
    list.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: 'nearest' })
  }, [chosen?.key])

  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      chosen.go()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setAt((Math.min(at, offers.length - 1) + step + offers.length) % Math.max(1, offers.length))
    }
  }
  const isEmpty = isRead && words !== '' && offers.length === 0
  const version = versions.find(({ code }) => code === open.version)
  return (
    <>
      <div className="flex gap-1.5 pr-12">
        <input
          role="combobox"
          aria-label={t('go.passage')}
          aria-expanded={offers.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen ? `${id}-${offers.indexOf(chosen)}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={t(onSearch ? 'go.example' : 'go.examplePassage')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={press}
          className="h-11 min-w-0 grow rounded-full bg-sunk px-4 text-base focus-visible:-outline-offset-2 focus-visible:outline-accent"
        />
        {onVersion && <VersionChoice open={open.version} versions={versions} onPick={onVersion} />}
      </div>
      <p role="status" className={isEmpty ? 'mt-2 px-3 text-sm text-muted' : 'sr-only'}>
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
        hidden={words === ''}
        className="grid min-h-0 content-start overflow-y-auto"
      >
        {offers.map((offer, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, as of every combobox
          <div
            key={offer.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            lang={offer.lang}
            aria-selected={offer === chosen}
            onClick={offer.go}
            onPointerMove={() => setAt(index)}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 aria-selected:bg-accent-soft"
          >
            {offer.key === 'search' && <Search size={16} strokeWidth={1.8} className="text-muted" aria-hidden />}
            <span className="min-w-0 grow font-medium wrap-anywhere">{offer.words}</span>
            {offer.other !== null && (
              <span lang={language} className="text-sm text-muted">
                {offer.other}
              </span>
            )}
            {offer === chosen && <CornerDownLeft size={16} strokeWidth={1.8} className="text-accent" aria-hidden />}
          </div>
        ))}
      </div>
      {words === '' && (
        <>
          <div className="scroll-row mx-0! min-h-11 shrink-0 p-0!">
            <ul aria-label={t('go.recent')} className="flex shrink-0 gap-1.5 empty:hidden">
              {recent.map((one) => (
                <li key={`${one.book} ${one.chapter}`}>
                  <button
                    type="button"
                    lang={textNames}
                    onClick={() => onGo({ ...one, verses: [] })}
                    className="min-h-11 rounded-full border border-line px-3.5 text-sm font-medium whitespace-nowrap text-muted hover:border-line-strong"
                  >
                    {chapterHeading(one.book, one.chapter, textNames)}
                  </button>
                </li>
              ))}
            </ul>
            <Fetched>
              {Shortcuts && <Shortcuts onGo={({ book, chapter }, verses) => onGo({ book, chapter, verses })} />}
            </Fetched>
          </div>
          <PassageGrid
            open={open}
            names={textNames}
            asksVerse={asksVerse}
            has={version && version.books.length > 0 ? new Set(version.books) : null}
            onGo={onGo}
          />
        </>
      )}
    </>
  )
}

/**
 * Focuses the field. On a touch screen the dialog gets the focus instead, because the keyboard would cover the books.
 */
const focusField = (event: Event): void => {
  if (!(event.currentTarget instanceof HTMLElement)) return
  event.preventDefault()
  const field = matchMedia('(pointer: fine)').matches ? event.currentTarget.querySelector('input') : null
  ;(field ?? event.currentTarget).focus()
}

/**
 * A dialog to go to a passage. The person types (the beginning of a book's name in either language, chapter and verses,
 * or words to search for) or presses a book and a chapter. The person can also choose the version.
 */
const GoDialog = ({ onClose, beneath, ...picker }: Props) => {
  const { t } = useTranslation()
  const [isKeepOpen, setKeepOpen] = useState(false)
  const [place] = useState(() => {
    const box = beneath?.getBoundingClientRect()
    return box && ({ '--left': `${box.left}px`, '--top': `${box.bottom}px` } as CSSProperties)
  })
  if (isKeepOpen)
    return (
      <Fetched>
        <KeepDialog version={picker.open.version} onClose={onClose} />
      </Fetched>
    )
  return (
    <Dialog
      onClose={onClose}
      title={t('go.title')}
      description={t('go.hint')}
      placement="sheet"
      className="picker"
      style={place}
      clear={beneath !== undefined}
      onOpenAutoFocus={focusField}
    >
      <Picker
        {...picker}
        {...(picker.onVersion && {
          onVersion: (code: string) => (code === '' ? setKeepOpen(true) : picker.onVersion?.(code)),
        })}
      />
    </Dialog>
  )
}
export default GoDialog
