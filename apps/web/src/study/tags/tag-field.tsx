import type { User } from '@pathlight/contracts/accounts.ts'
import { reasonFor } from '@pathlight/contracts/refusal.ts'
import { asTag, readTags, tagKey } from '@pathlight/contracts/tag-rules.ts'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { sayReason } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { isComposing } from '../../ui/composing.ts'
import { holdStill } from '../../ui/hold-still.ts'
import { Tag, X } from '../../ui/icons.ts'
import { onOnePress } from '../../ui/on-one-press.ts'
import { completions, useTags } from './own-tags.ts'
import { TagName } from './tag-names.tsx'
import './tags.css'

const OFFERED = 6
/** The separators between typed or pasted tags, in both languages. A space is a separator only before a #. */
const ENDS = /[,，、;\n\t]|\s(?=#)/
const partsOf = (text: string): readonly string[] =>
  text
    .split(ENDS)
    .map((part) => asTag(part).replace(/^#+\s*/, ''))
    .filter((part) => part !== '')

type Props = {
  readonly owner: Pick<User, 'id'>
  readonly tags: readonly string[]
  readonly onChange: (tags: readonly string[]) => void
  /** The name of the tagged item for screen readers. Needed if the page has several fields. */
  readonly label?: string
  readonly readOnly?: boolean
  /** If true, the field takes the focus, because a press opened it. */
  readonly focused?: boolean
}

/** The tags of an item, with buttons to remove them and a field for new ones, which offers the person's tags. */
const TagField = ({ owner, tags, onChange, label, readOnly = false, focused = false }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const all = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { tags: own = [] } = useTags(owner)
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  /** The index of the offer that the arrow keys have chosen. -1 if none is chosen. */
  const [at, setAt] = useState(-1)
  const [problem, setProblem] = useState<string | null>(null)
  /** The message about the last added or removed tags, for a screen reader. */
  const [said, setSaid] = useState('')
  const offers = isOpen && !readOnly ? completions(own, asTag(typed), tags, OFFERED) : []
  const colorOf = (tag: string) => own.find((one) => tagKey(one.tag) === tagKey(tag))?.color ?? null
  const write = (text: string) => {
    setTyped(text)
    setAt(-1)
    setProblem(null)
  }

  /**
   * Adds the typed tags. Returns false if one is refused; the text then stays in the field, and the reason is shown.
   */
  const add = (words: readonly string[]): boolean => {
    const known = (word: string) => own.find(({ tag }) => tagKey(tag) === tagKey(word))?.tag ?? word
    const { tags: next, refused } = readTags([...tags, ...words.map(known)])
    if (refused !== null) {
      setProblem(sayReason(t, reasonFor(refused) ?? { code: '' }, refused))
      return false
    }
    write('')
    if (next.length > tags.length) {
      setSaid(t('tags.added', { tags: next.slice(tags.length).join(', ') }))
      onChange(next)
    }
    return true
  }
  const remove = (tag: string) => {
    setSaid(t('tags.taken', { tag }))
    setProblem(null)
    onChange(tags.filter((one) => one !== tag))
    field.current?.focus()
  }

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return
    const last = tags.at(-1)
    const offer = offers[at]
    const isSave = (event.ctrlKey || event.metaKey) && /^(?:Enter|s|ㄴ)$/i.test(event.key)
    if (isSave && typed !== '') {
      // The form is about to be saved, so the typed text must become tags first.
      let isAdded = true
      flushSync(() => {
        isAdded = add(partsOf(typed))
      })
      event.preventDefault()
      event.stopPropagation()
      if (isAdded) event.currentTarget.form?.requestSubmit()
    } else if (event.key === 'Enter' && !isSave) {
      event.preventDefault()
      add(offer ? [offer.tag] : partsOf(typed))
    } else if (event.key === 'Backspace' && typed === '' && last !== undefined && !event.repeat) {
      // A key that is held down to empty the field removes no tag.
      remove(last)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      // The arrow keys go around the offers and one more place, at which no offer is chosen.
      const places = offers.length + 1
      setAt(((at + 1 + step + places) % places) - 1)
    } else if (event.key === 'Escape' && offers.length > 0) {
      // The panel around the field must not get the event, because Escape would close the panel.
      event.stopPropagation()
      event.nativeEvent.stopImmediatePropagation()
      setOpen(false)
      setAt(-1)
    }
  }
  const change = (text: string, isUnfinished: boolean) => {
    setOpen(true)
    if (isUnfinished || !ENDS.test(text)) return write(text)
    // The text after the last separator is not finished, so it stays in the field.
    const parts = text.split(ENDS)
    const rest = parts.at(-1) ?? ''
    if (add(partsOf(parts.slice(0, -1).join(',')))) write(rest.trimStart())
    else setTyped(text)
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (readOnly || !ENDS.test(text)) return
    event.preventDefault()
    const words = `${typed}${text}`
    if (!add(partsOf(words))) setTyped(words.replace(/[\r\n\t]+/g, ', '))
  }
  const leave = () => {
    holdStill(all.current)
    setOpen(false)
    setAt(-1)
    if (typed.trim() !== '') add(partsOf(typed))
  }

  return (
    <div ref={all} className="tag-field">
      <Tag size={18} strokeWidth={1.8} className="tag-sign" aria-hidden />
      {/* biome-ignore lint/a11y/useSemanticElements: in some browsers a fieldset cannot be a row that wraps */}
      <div role="group" aria-label={label ?? t('tags.title')} className="tag-row">
        {tags.map((tag) => (
          <span key={tag} className="tag-chip">
            <TagName tag={tag} color={colorOf(tag)} />
            <button
              type="button"
              disabled={readOnly}
              aria-label={t('tags.remove', { tag })}
              title={t('tags.remove', { tag })}
              {...onOnePress(() => remove(tag))}
            >
              <X size={14} strokeWidth={2} aria-hidden />
            </button>
          </span>
        ))}
        <span className="min-w-24 grow">
          <input
            ref={field}
            role="combobox"
            aria-label={t('tags.add')}
            aria-expanded={offers.length > 0}
            aria-controls={`${id}-offers`}
            aria-autocomplete="list"
            data-escape={offers.length > 0 || undefined}
            aria-activedescendant={offers[at] ? `${id}-${at}` : undefined}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            // biome-ignore lint/a11y/noAutofocus: a press of the person opened the field
            autoFocus={focused}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="enter"
            placeholder={t('tags.hint')}
            readOnly={readOnly}
            value={typed}
            onFocus={() => setOpen(true)}
            onBlur={leave}
            onPaste={paste}
            onChange={(event) => change(event.target.value, (event.nativeEvent as InputEvent).isComposing)}
            onCompositionEnd={(event) => ENDS.test(typed) && change(event.currentTarget.value, false)}
            onKeyDown={press}
          />
        </span>
      </div>
      <div
        id={`${id}-offers`}
        role="listbox"
        aria-label={t('tags.yours')}
        hidden={offers.length === 0}
        // A press on an offer must not take the focus from the field.
        onMouseDown={(event) => event.preventDefault()}
        className="tag-offers"
      >
        {offers.map(({ tag, count, color }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, and names the chosen option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div key={tag} id={`${id}-${index}`} role="option" aria-selected={index === at} onClick={() => add([tag])}>
            <TagName tag={tag} color={color} />{' '}
            <span className="text-xs tabular-nums">{count.toLocaleString(language)}</span>
          </div>
        ))}
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="tag-problem">
          {problem}
        </p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}
export default TagField
