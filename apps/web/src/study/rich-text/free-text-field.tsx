import type { User } from '@pathlight/contracts/accounts.ts'
import { type ComponentProps, type KeyboardEvent, lazy, type RefObject, useCallback, useRef, useState } from 'react'
import { withWords } from '../../locales/language.ts'
import { isComposing } from '../../ui/composing.ts'
import { Fetched } from '../../ui/fetched.tsx'
import { applyEdit, breakLine, turnSigns } from './markdown-keys.ts'
import { type AskedLink, askedLink } from './own-link.ts'
import type { ChoiceKeys, OwnLink } from './own-link-choice.tsx'

const OwnLinkChoice = lazy(() => withWords(['free-text'], () => import('./own-link-choice.tsx')))
const FreeTextHelp = lazy(() => withWords(['free-text'], () => import('./free-text-help.tsx')))

/** The Markdown sign for each key, also on a Korean keyboard. */
const SIGNS: Readonly<Record<string, string>> = { b: '**', ㅠ: '**', i: '*', ㅑ: '*' }

type Props = Omit<ComponentProps<'textarea'>, 'ref' | 'value' | 'onChange'> & {
  /** The person whose items `[[` offers. If null, `[[` offers nothing. */
  readonly owner: User | null
  /** The id of the item that is being written. `[[` does not offer it. */
  readonly itemId: string
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly value: string
  readonly onText: (text: string) => void
  /** Shows help with the signs of Markdown below the field. */
  readonly hasHelp?: boolean
  /** The class of the element around the text area. */
  readonly className?: string
}

/**
 * A field for a text with Markdown, which is stored as typed: Ctrl+B and Ctrl+I put signs around the selection, Enter
 * continues a list, and `[[` offers the person's items as links.
 */
export const FreeTextField = ({
  owner,
  itemId,
  area,
  value,
  onText,
  hasHelp = false,
  className = '',
  onKeyDown,
  ...field
}: Props) => {
  const [asked, setAsked] = useState<AskedLink | null>(null)
  const [declined, setDeclined] = useState<number | null>(null)
  const [active, setActive] = useState<{ readonly list: string; readonly option: string } | null>(null)
  const choice = useRef<ChoiceKeys>(null)
  const open = asked && asked.from !== declined ? asked : null
  const look = () => {
    const { value: text = '', selectionStart = 0, selectionEnd = 0 } = area.current ?? {}
    const next = selectionStart === selectionEnd ? askedLink(text.slice(0, selectionStart)) : null
    setAsked((before) => (before?.from === next?.from && before?.query === next?.query ? before : next))
    if (!next) setDeclined(null)
  }
  const choose = useCallback(
    ({ words, href }: OwnLink) => {
      const target = area.current
      if (!target || !asked) return
      const insert = `[${words}](${href})`
      const end = asked.from + insert.length
      applyEdit(target, { from: asked.from, to: target.selectionStart, insert, select: [end, end] })
      setAsked(null)
    },
    [area, asked],
  )
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const target = event.currentTarget
    const { selectionStart: start, selectionEnd: end, value: text, readOnly } = target
    if (isComposing(event.nativeEvent) || readOnly) return
    const { key, altKey, shiftKey } = event
    const take = () => {
      event.preventDefault()
      // The editor and the panel around the field must not get the event.
      event.stopPropagation()
    }
    if (event.ctrlKey || event.metaKey) {
      const sign = altKey || shiftKey ? undefined : SIGNS[key.toLowerCase()]
      if (sign === undefined) return
      take()
      return applyEdit(target, turnSigns(text, start, end, sign))
    }
    if (altKey || shiftKey) return
    if (open && key === 'Escape') {
      take()
      return setDeclined(open.from)
    }
    if (open && choice.current?.(key)) return take()
    const edit = key === 'Enter' && start === end ? breakLine(text, start) : null
    if (!edit) return
    take()
    applyEdit(target, edit)
  }
  return (
    <div className="grid grid-cols-1 gap-1">
      <div data-words={value} className={`grows ${className}`}>
        <textarea
          {...field}
          ref={area}
          value={value}
          aria-autocomplete="list"
          data-escape={open && owner ? true : undefined}
          aria-controls={active?.list}
          aria-activedescendant={active?.option}
          onChange={(event) => {
            onText(event.target.value)
            look()
          }}
          onSelect={look}
          onBlur={() => setAsked(null)}
          onKeyDown={(event) => {
            press(event)
            onKeyDown?.(event)
          }}
          className="on-paper"
        />
      </div>
      <Fetched>
        {open && owner && (
          <OwnLinkChoice
            owner={owner}
            itemId={itemId}
            query={open.query}
            keys={choice}
            onChoose={choose}
            onActive={setActive}
          />
        )}
      </Fetched>
      <Fetched loading={<div className="min-h-11" />}>{hasHelp && <FreeTextHelp />}</Fetched>
    </div>
  )
}
