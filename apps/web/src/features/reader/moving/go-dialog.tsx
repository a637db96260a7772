import { CornerDownLeft } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bookLanguage, chapterHeading, verseReference } from '../../../bible/passage-names.ts'
import type { Place } from '../../../bible/place.ts'
import { useLanguage } from '../../../locales/use-language.ts'
import type { Language } from '../../../locales/words.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { completePassage, type Destination } from './complete-passage.ts'

type Props = {
  /** The passage that is open: numbers alone are a chapter of its book. */
  readonly open: Place
  /** BCP 47: that of the text. */
  readonly textLanguage: string
  readonly onGo: (to: Destination) => void
  readonly onClose: () => void
}

/** John 3, 요한복음 3:16. */
const nameOf = ({ book, chapter, verse, through }: Destination, language: Language): string =>
  verse === null
    ? chapterHeading(book, chapter, language)
    : verseReference({ book, chapter, verse, through: through ?? undefined }, language)

const PassageField = ({ open, textLanguage, onGo }: Omit<Props, 'onClose'>) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const found = completePassage(typed, open)
  const chosen = found[Math.min(at, found.length - 1)]
  // In the language that it is typed in; of numbers alone in that of the text.
  const names = /\p{Script=Hangul}/u.test(typed) ? 'ko' : /[a-z]/i.test(typed) ? 'en' : bookLanguage(textLanguage)

  // Before the dialog would give the focus to its cross.
  useEffect(() => field.current?.focus(), [])
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
        {nothing ? t('go.nothing') : ''}
      </p>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('go.title')}
        className="mt-2 grid min-h-66 content-start"
      >
        {found.map((destination, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, as of every combobox
          <div
            key={`${destination.book} ${destination.chapter}`}
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
    </>
  )
}

/** To go anywhere by typing: the beginning of a book's name in either language, a chapter, verses. */
const GoDialog = ({ onClose, ...field }: Props) => {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('go.title')} description={t('go.hint')}>
      <PassageField {...field} />
    </Dialog>
  )
}
export default GoDialog
