import { plainTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import { padWords } from '@pathlight/contracts/pad-rules.ts'
import type { Pad } from '@pathlight/contracts/pads.ts'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { newId } from '../../api/new-id.ts'
import { isRefused, type PendingWrite } from '../../api/pending-write.ts'
import { formatDay } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { usePerson } from '../../session/use-person.ts'
import { MyItems, useRefusedFirst, useUnsavedWrites } from '../../study/list/my-items.tsx'
import { Tags } from '../../study/tags/tags.tsx'
import { useItemList, withTag } from '../../study/use-item-list.ts'
import { Library, Plus } from '../../ui/icons.ts'
import { ALL_ITEMS } from '../../ui/item-list.tsx'
import { useVisit } from '../../ui/use-visit.ts'
import { padList } from './pad-query.ts'
import { padWrites } from './pad-writes.ts'

/** The longest excerpt on a card, in UTF-16 units. */
const EXCERPT = 240

/** The first words of a pad as they read. A long pad is read only as far as the excerpt goes. */
const beginningOf = ({ entries }: Pad): string => {
  let words = ''
  for (const text of padWords(entries)) {
    if (words.length > EXCERPT) break
    words += `${words && ' · '}${plainTextOfMarkdown(text.slice(0, 4 * EXCERPT))}`
  }
  return words.slice(0, EXCERPT)
}

type CardProps = { readonly pad: Pad; readonly write: PendingWrite<Pad> | undefined }

const PadCard = memo(({ pad, write }: CardProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const excerpt = beginningOf(pad)
  return (
    <article className="py-4 wide:px-3">
      <p className="flex flex-wrap justify-between gap-x-3 text-xs text-muted">
        <span>{t('pads.entries', { count: pad.entries.length })}</span>
        <span>
          {write && (
            <strong className="font-medium">{t(isRefused(write) ? 'writes.refused' : 'writes.waits')} · </strong>
          )}
          {formatDay(pad.updated_at, language)}
        </span>
      </p>
      <h2 className="font-scripture text-lg leading-snug font-semibold wrap-anywhere">
        <Link to={`/my-memos/pads/${pad.id}`} className="flex min-h-11 items-center hover:text-accent">
          {pad.title}
        </Link>
      </h2>
      {excerpt && <p className="line-clamp-2 leading-relaxed wrap-anywhere text-muted">{excerpt}</p>}
      <Tags tags={pad.tags} />
    </article>
  )
})

/** The page /my-memos/pads: all study pads, newest first, with a search. */
export const Component = () => {
  const { t } = useTranslation()
  const user = usePerson()
  const { isBack, state: view, setState: setView } = useVisit(user.id, ALL_ITEMS)
  const some = useMemo(() => withTag(padList, view.tag), [view.tag])
  const all = useItemList(user, some, view.query, isBack)
  const list = useRefusedFirst(all, padWrites, user.id, view)
  const writeOf = useUnsavedWrites(padWrites, user.id)
  const [freshId, setFreshId] = useState(newId)
  return (
    <>
      <Link
        to={`/my-memos/pads/${freshId}?new`}
        // Each press gets a new id, so two tabs that are opened from this link begin two pads.
        onPointerDown={() => setFreshId(newId())}
        className="control primary mb-4 rounded-full!"
      >
        <Plus size={18} strokeWidth={1.8} aria-hidden />
        {t('pads.new')}
      </Link>
      <MyItems
        kind={padWrites}
        words="pads"
        isBegunHere
        failed={t('pads.listFailed')}
        icon={Library}
        list={list}
        view={view}
        onView={setView}
        card={(pad) => <PadCard pad={pad} write={writeOf(pad)} />}
      />
    </>
  )
}
