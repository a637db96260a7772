import { PAD_TITLE_MAX } from '@pathlight/contracts/pad-rules.ts'
import type { Pad } from '@pathlight/contracts/pads.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpen, isRefused } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { knownKinds } from '../../study/known-kinds.ts'
import { offerUndo } from '../../study/offer-undo.ts'
import { overlayQuery } from '../../study/overlay-query.ts'
import type { SectionProps } from '../../study/study-kind.ts'
import { useItemList } from '../../study/use-item-list.ts'
import { versesOfChosen } from '../../study/verses-of-chosen.ts'
import { Button } from '../../ui/button.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { Check, Plus } from '../../ui/icons.ts'
import { SearchInput } from '../../ui/search-field.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useFetched } from '../../ui/use-fetched.ts'
import { addToPad, hasEntries, makePad, needsChoice, takeOut } from './add-to-pad.ts'
import { chosenPassages } from './entries/chosen-passages.ts'
import { itemsOnVerses } from './entries/on-verses.ts'
import { padList } from './pad-query.ts'
import { padWrites } from './pad-writes.ts'
import { sayYours } from './say-yours.ts'

/** If there are at least this many pads, a search field is shown. */
const MANY = 8

type Props = Pick<SectionProps, 'owner' | 'chosen'>

const Pads = ({ owner, chosen }: Props) => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const [query, setQuery] = useState('')
  const [title, setTitle] = useState<string | null>(null)
  const { items, isEmpty, error, retry, more } = useItemList(owner, padList, query, false)
  const { data: overlay } = useQuery(overlayQuery(owner, chosen.column))
  const kinds = useFetched(true, knownKinds)
  const own = overlay && kinds ? itemsOnVerses(overlay.value, kinds, versesOfChosen(chosen)) : []
  /** The entry to add: '' for the chosen verses, otherwise the id of an item on them. */
  const [what, setWhat] = useState('')
  const item = own.find(({ entry }) => entry.id === what)?.entry
  const entries = useMemo(() => (item ? [item] : chosenPassages(chosen)), [item, chosen])
  const toggle = (pad: Pad) => {
    if (needsChoice(owner.id, pad)) return say(t('pads.choiceFirst'), 'error')
    if (hasEntries(pad, entries)) {
      const key = takeOut(owner.id, pad, entries)
      const done = t('pads.takenOutOf', { title: pad.title })
      const endOffer = offerUndo(padWrites, owner.id, [{ key, seen: pad }], { t, say, done })
      // A refused write stays, because it may have words of the pad's editor, too. Only the offer to undo ends.
      const end = pendingWrites.subscribe(() => {
        const write = pendingWrites.of(padWrites.name, owner.id).find((one) => one.key === key)
        if (write && isOpen(write)) return
        end()
        if (write && isRefused(write)) endOffer()
      })
      return
    }
    addToPad(owner.id, pad, entries)
    return say(t('pads.addedTo', { title: pad.title }))
  }
  const create = () => {
    const name = title?.trim()
    if (!name) return
    makePad(owner.id, name, entries)
    say(t('pads.addedTo', { title: name }))
    setTitle(null)
  }
  const isAsked = title !== null || isEmpty
  return (
    <div className="grid gap-1">
      {error && <FetchFailed words={sayProblem(t, error) ?? t('pads.listFailed')} onRetry={retry} />}
      {(query !== '' || (items?.length ?? 0) >= MANY) && (
        <SearchInput
          label={t('pads.search')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          place="mb-1"
        />
      )}
      {own.length > 0 && (
        <select
          aria-label={t('pads.what')}
          value={item ? what : ''}
          onChange={({ target }) => setWhat(target.value)}
          className="field mb-1"
        >
          <option value="">{t('pads.theVerses')}</option>
          {own.map(({ entry, words }) => (
            <option key={entry.id} value={entry.id}>
              {sayYours(t, entry.kind)}: {words}
            </option>
          ))}
        </select>
      )}
      {items && items.length > 0 && <p className="text-xs text-muted">{t('pads.addToHint')}</p>}
      <ul>
        {items?.map((pad) => {
          const isIn = hasEntries(pad, entries)
          return (
            <li key={pad.id}>
              <button type="button" aria-pressed={isIn} onClick={() => toggle(pad)} className="paper-row">
                <span className="min-w-0 grow wrap-anywhere">{pad.title}</span>
                <span className="flex flex-none items-center gap-1 text-xs text-accent">
                  {isIn && (
                    <>
                      <Check size={16} strokeWidth={2} aria-hidden />
                      {t('pads.inIt')}
                    </>
                  )}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {more && (
        <Button look="quiet" onClick={more}>
          {t('pads.more')}
        </Button>
      )}
      {isAsked ? (
        <form
          className="mt-1 flex flex-wrap gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            create()
          }}
        >
          <input
            // biome-ignore lint/a11y/noAutofocus: a press of the person opened the field
            autoFocus={title !== null}
            value={title ?? ''}
            maxLength={PAD_TITLE_MAX}
            autoComplete="off"
            aria-label={t('pads.newWithTitle')}
            placeholder={t('pads.newWithTitle')}
            onChange={({ target }) => setTitle(target.value)}
            className="field min-w-40 grow basis-0"
          />
          <Button type="submit" look="primary">
            {t('pads.create')}
          </Button>
        </form>
      ) : (
        <Button look="quiet" className="justify-self-start px-2!" onClick={() => setTitle('')}>
          <Plus size={18} strokeWidth={1.8} aria-hidden />
          {t('pads.newWith')}
        </Button>
      )}
    </div>
  )
}

/**
 * Adds the chosen verses, or an item on them, to study pads, or takes them out. The pads are fetched once the person
 * opens the list.
 */
const PadSection = ({ owner, chosen, asked }: SectionProps) => {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(asked)
  if (isOpen || asked) return <Pads owner={owner} chosen={chosen} />
  return (
    <Button look="quiet" className="justify-self-start px-2!" onClick={() => setOpen(true)}>
      <Plus size={18} strokeWidth={1.8} aria-hidden />
      {t('pads.addTo')}
    </Button>
  )
}

export default PadSection
