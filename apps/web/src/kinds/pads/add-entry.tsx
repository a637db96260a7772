import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { PAD_HEADING_MAX } from '@pathlight/contracts/pad-rules.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import {
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { sayReferenceProblem } from '../../bible/say-reference-problem.ts'
import { readableVersion } from '../../bible/versions-query.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { isComposing } from '../../ui/composing.ts'
import { Fetched } from '../../ui/fetched.tsx'
import { BookOpen, List, NotebookPen, Text } from '../../ui/icons.ts'
import { useFetched } from '../../ui/use-fetched.ts'
import { passageName } from './entries/passage-entry.ts'
import { Around } from './pad-around.ts'

const PickItem = lazy(() => import('./pick-item.tsx'))
/** Fetches the code that reads references. Called when the field gets the focus, or at once if it has a text. */
const fetchReader = async () => (await import('./entries/typed-passages.ts')).typedPassages

type Props = {
  /** The version of the preceding passage entry. A new passage has it by default. Null if no passage precedes. */
  readonly version: string | null
  /** Whether the field was opened between entries of the pad. */
  readonly isAsked: boolean
  readonly typed: string
  readonly onTyped: (text: string) => void
  /** Adds entries and empties the field. */
  readonly onAdd: (entries: readonly PadEntry[]) => void
  /** Closes a field that was opened between entries. */
  readonly onClose: () => void
}

/**
 * Adds entries to a pad: a passage by its reference, a heading, a text, or one of the person's items. Enter chooses the
 * likeliest type for the typed text; each button adds its own type. Leaving the field or saving the pad also adds the
 * text. While the page is hidden, or after a reload, the text is still in the field.
 */
export const AddEntry = ({ version: before, isAsked, typed, onTyped, onAdd, onClose }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const versions = use(Around)?.versions
  const [chosen, setChosen] = useState<string | null>(null)
  const [isPicking, setPicking] = useState(false)
  const [asks, setAsks] = useState(isAsked || typed !== '')
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const place = useRef<HTMLElement>(null)
  const read = useFetched(asks, fetchReader)
  useEffect(() => {
    if (isAsked) field.current?.focus()
  }, [isAsked])

  const readable = versions?.versions.filter(({ available }) => available) ?? []
  const version =
    readable.find(({ code }) => code === (chosen ?? before)) ?? (versions && readableVersion(versions, language))
  const text = typed.trim()
  // Without a number the text counts as words, even if it is the name of a book.
  const found = read && version && /\d/.test(text) ? read(text, version) : null
  const passages = found?.passages ?? []

  const take = (entries: readonly PadEntry[]) => {
    onAdd(entries)
    setProblem(null)
  }
  const add = (entries: readonly PadEntry[]) => {
    take(entries)
    field.current?.focus({ preventScroll: true })
    // The new entry may have pushed the field out of sight.
    requestAnimationFrame(() => place.current?.scrollIntoView?.({ block: 'nearest' }))
  }
  const addPassage = () => {
    if (passages.length > 0) return add(passages)
    const why = text === '' ? null : found?.problem
    setProblem((why && sayReferenceProblem(t, language, { ...why, params: why.parameters })) ?? t('pads.typeReference'))
    field.current?.focus()
  }
  const heading = text.replace(/^#+ */, '').replace(/[\r\n]+/g, ' ')
  const isTooLong = heading.length > PAD_HEADING_MAX
  const addHeading = () =>
    isTooLong
      ? setProblem(t('server.pad_heading_too_long', { max: PAD_HEADING_MAX }))
      : add([{ type: 'heading', text: heading }])
  const addText = () => add([{ type: 'text', text }])
  /** The typed text as entries of the type that it most likely has. Empty if nothing was typed. */
  const seeming = (): readonly PadEntry[] => {
    if (passages.length > 0) return passages
    if (text === '') return []
    return [/^#+ /.test(text) && !isTooLong ? { type: 'heading', text: heading } : { type: 'text', text }]
  }
  const addTyped = () => {
    const entries = seeming()
    if (entries.length > 0) add(entries)
  }
  const keepTyped = () => {
    const entries = seeming()
    if (entries.length > 0) flushSync(() => take(entries))
  }
  const close = () => {
    const entries = seeming()
    if (entries.length > 0) take(entries)
    onClose()
  }
  const keepNow = useEffectEvent(keepTyped)
  /**
   * Whether the person has pressed the mouse outside this section and not yet released it. The typed text becomes an
   * entry only at the release, because a new entry would move the pressed button away from the mouse.
   */
  const isPressed = useRef(false)
  useEffect(() => {
    const ends = new AbortController()
    const on = (name: string, then: (event: Event) => void) =>
      addEventListener(name, then, { capture: true, signal: ends.signal })
    const isElsewhere = (target: EventTarget | null) => target instanceof Node && !place.current?.contains(target)
    on('mousedown', ({ target }) => {
      isPressed.current = isElsewhere(target) && !isElsewhere(document.activeElement)
    })
    const release = () => {
      if (!isPressed.current) return
      isPressed.current = false
      if (!place.current?.contains(document.activeElement)) keepNow()
    }
    on('click', release)
    // A click follows the mouseup at once. If there is no click, this timer makes the entry.
    on('mouseup', () => setTimeout(release))
    // These listeners capture, so they make the entry before the form or the router reacts to the event.
    on('submit', ({ target }) => target === field.current?.form && keepNow())
    for (const left of ['popstate', 'beforeprint']) on(left, () => keepNow())
    return () => ends.abort()
  }, [])
  const leave = ({ relatedTarget }: FocusEvent) => {
    const isLeft = !(relatedTarget instanceof Node && place.current?.contains(relatedTarget))
    // If only the window loses the focus, the field is still the active element, and was not left.
    if (isLeft && !isPressed.current && document.activeElement !== field.current) keepTyped()
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape' && isAsked) {
      event.stopPropagation()
      close()
    }
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    addTyped()
  }
  const change = (words: string) => {
    setProblem(null)
    if (!words.endsWith('[[')) return onTyped(words)
    onTyped(words.slice(0, -2))
    setPicking(true)
  }
  const [first] = passages
  const offered =
    first && (passages.length > 1 ? t('pads.passages', { count: passages.length }) : passageName(first, language))
  return (
    <section
      ref={place}
      aria-label={t('pads.add')}
      className="pad-add print:hidden"
      onFocus={() => setAsks(true)}
      onBlur={leave}
      // In Safari a press on a button would take the focus from the field.
      onMouseDown={(event) =>
        event.target instanceof Element && event.target.closest('button') && event.preventDefault()
      }
    >
      <span data-words={typed || t('pads.addHint')} className="grows pad-free">
        <textarea
          ref={field}
          rows={1}
          value={typed}
          aria-label={t('pads.addField')}
          aria-describedby={`${id}-problem`}
          placeholder={t('pads.addHint')}
          onChange={({ target }) => change(target.value)}
          onKeyDown={press}
          className="on-paper"
        />
      </span>
      <p id={`${id}-problem`} role="alert" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
      <p role="status" className="sr-only">
        {offered && t('pads.enterAdds', { reference: offered })}
      </p>
      <div className="-ml-3 flex flex-wrap items-center gap-1 [&>button]:px-3">
        <Button look="quiet" className={offered ? 'bg-accent-soft! text-accent!' : ''} onClick={addPassage}>
          <BookOpen size={16} strokeWidth={1.8} aria-hidden />
          {offered ? t('pads.addPassage', { reference: offered }) : t('pads.passage')}
        </Button>
        {offered && readable.length > 1 && (
          <select
            aria-label={t('pads.version')}
            value={version?.code ?? ''}
            onChange={({ target }) => setChosen(target.value)}
            className="control plain max-w-36"
          >
            {readable.map(({ code }) => (
              <option key={code} value={code}>
                {versionLabel(code, language)}
              </option>
            ))}
          </select>
        )}
        <Button look="quiet" onClick={addHeading}>
          <List size={16} strokeWidth={1.8} aria-hidden />
          {t('pads.heading')}
        </Button>
        <Button look="quiet" onClick={addText}>
          <Text size={16} strokeWidth={1.8} aria-hidden />
          {t('pads.text')}
        </Button>
        <Button look="quiet" onClick={() => setPicking(true)}>
          <NotebookPen size={16} strokeWidth={1.8} aria-hidden />
          {t('pads.own')}
        </Button>
        {isAsked && (
          <Button look="quiet" onClick={close}>
            {t('pads.addAtEnd')}
          </Button>
        )}
      </div>
      <Fetched>
        {isPicking && (
          <PickItem
            onPick={(entry) => {
              setPicking(false)
              add([entry])
            }}
            onClose={() => setPicking(false)}
          />
        )}
      </Fetched>
    </section>
  )
}
