import type { User } from '@pathlight/contracts/accounts.ts'
import { type Ref, useEffect, useId, useImperativeHandle, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import { nameOfPassage } from '../own-words/own-cards.ts'
import { useWritingSearch } from '../own-words/use-writing-search.ts'
import { isLinkable, linkTo } from './own-link.ts'

const MOST = 6

/** A link to insert into a text. `words`: the link's text. */
export type OwnLink = { readonly words: string; readonly href: string }

/** Handles a key of the field while the list of items is open. Returns whether the list used the key. */
export type ChoiceKeys = (key: string) => boolean

type Props = {
  readonly owner: User
  /** The id of the item that is being written. The item itself is not offered. */
  readonly itemId: string
  /** The words after `[[`. */
  readonly query: string
  readonly keys: Ref<ChoiceKeys>
  readonly onChoose: (link: OwnLink) => void
  /**
   * Called with the ids of the list and of its active option, for the field's ARIA attributes. Null if nothing is
   * offered.
   */
  readonly onActive: (ids: { readonly list: string; readonly option: string } | null) => void
}

/** Offers the person's notes, sermons and pads, by title and words, as links. */
const OwnLinkChoice = ({ owner, itemId, query, keys, onChoose, onActive }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const words = query.trim()
  const { items, isSearching, error } = useWritingSearch(owner, words === '' ? {} : { query: words })
  const offered = (items ?? [])
    .filter(isLinkable)
    .filter(({ id: of }) => of !== itemId)
    .slice(0, MOST)
  const [chosen, setChosen] = useState(0)
  const active = Math.min(chosen, offered.length - 1)
  const take = (at: number) => {
    const item = offered[at]
    if (item) onChoose(linkTo(item, t(`freeText.kind.${item.kind}`)))
  }
  useImperativeHandle(keys, () => (key) => {
    if (offered.length === 0) return false
    if (key === 'ArrowDown') setChosen((active + 1) % offered.length)
    else if (key === 'ArrowUp') setChosen((active + offered.length - 1) % offered.length)
    else if (key === 'Enter' || key === 'Tab') take(active)
    else return false
    return true
  })
  useEffect(() => {
    onActive(active < 0 ? null : { list: id, option: `${id}-${active}` })
    return () => onActive(null)
  }, [onActive, id, active])
  const said = error
    ? t('freeText.offerFailed')
    : offered.length > 0
      ? t('freeText.offered', { count: offered.length })
      : t(isSearching ? 'loading' : 'freeText.noOffer')
  return (
    <div className="floating grid max-w-full p-1">
      <div role="listbox" id={id} aria-label={t('freeText.offer')} className="grid empty:hidden">
        {offered.map(({ kind, id: of, title, excerpt, passage }, at) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and handles the keys
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={`${kind} ${of}`}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(at)}
            className="grid min-h-11 cursor-pointer content-center rounded-sm px-3 py-1.5 hover:bg-sunk aria-selected:bg-accent-soft"
          >
            <span className="truncate font-medium">{title || excerpt}</span>
            <span className="truncate text-xs text-muted">
              {t(`freeText.kind.${kind}`)}
              {passage && ` · ${nameOfPassage(passage, language)}`}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className="px-3 py-1 text-xs text-muted">
        {said}
      </p>
    </div>
  )
}
export default OwnLinkChoice
