import { findable, namesOfVerses } from '@pathlight/contracts/find-rules.ts'
import { SERMON_TITLE_MAX } from '@pathlight/contracts/sermon-rules.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { memo, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { newId } from '../../api/new-id.ts'
import { isRefused, type PendingWrite } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { queryClient } from '../../api/query-client.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { deviceStorage } from '../../device/device-storage.ts'
import { formatDay } from '../../locales/format-date.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { usePerson } from '../../session/use-person.ts'
import { MyItems, useRefusedFirst, useUnsavedWrites } from '../../study/list/my-items.tsx'
import { Tags } from '../../study/tags/tags.tsx'
import { type ListKind, useItemList, withTag } from '../../study/use-item-list.ts'
import { Button } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { BookOpenCheck, CopyPlus, Plus } from '../../ui/icons.ts'
import { ALL_ITEMS } from '../../ui/item-list.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useVisit } from '../../ui/use-visit.ts'
import { sermonQuery } from './sermon-query.ts'
import { sermonReference } from './sermon-range.ts'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'

/** All sermons of a person, without their content. */
const sermonList: ListKind<SermonItem> = {
  writes: sermonWrites,
  path: '/api/sermon/user',
  only: { asked: { content: 'none' }, has: () => true },
  findable: ({ title, speaker, excerpt, version, start_verse_id, end_verse_id, tags = [] }) =>
    findable([title, speaker, excerpt ?? null, version, ...namesOfVerses(start_verse_id, end_verse_id), ...tags]),
  searchedThere: true,
}

type Order = 'date' | 'passage'
const ORDER = 'sermons.order'
const keptOrder = (): Order => (deviceStorage.get(ORDER) === 'passage' ? 'passage' : 'date')

const inOrderOfBible = (a: SermonItem, b: SermonItem) =>
  a.start_verse_id - b.start_verse_id || a.end_verse_id - b.end_verse_id || b.created_at.localeCompare(a.created_at)

type CardProps = {
  readonly sermon: SermonItem
  readonly write: PendingWrite<SermonItem> | undefined
  readonly onDuplicate: (sermon: SermonItem) => void
}

const SermonCard = memo(({ sermon, write, onDuplicate }: CardProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { id, title, speaker, excerpt, version, book, start_chapter: chapter } = sermon
  const reference = sermonReference(sermon, language)
  return (
    <article className="py-4 wide:px-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to={passagePath({ version, book, chapter }, sermon.start_verse_id % 1000)}
          title={t('sermons.passage')}
          className="-my-2.5 flex min-h-11 items-center font-scripture font-semibold hover:underline"
        >
          {reference}
          <span className="font-ui text-xs font-medium whitespace-pre text-muted">
            {' '}
            · {versionLabel(version, language)}
          </span>
        </Link>
        <span className="ml-auto text-xs text-muted">
          {write && (
            <strong className="font-medium">{t(isRefused(write) ? 'writes.refused' : 'writes.waits')} · </strong>
          )}
          {formatDay(sermon.created_at, language)}
        </span>
      </div>
      <h2 className="font-scripture text-lg leading-snug font-semibold wrap-anywhere">
        <Link to={`/my-memos/sermons/${id}`} className="flex min-h-11 items-center hover:text-accent">
          {title}
        </Link>
      </h2>
      <p className="text-sm text-muted wrap-anywhere">{speaker}</p>
      {excerpt && <p className="mt-1.5 line-clamp-2 leading-relaxed wrap-anywhere">{excerpt}</p>}
      <Tags tags={sermon.tags} />
      <div className="mt-2 -ml-2 flex flex-wrap gap-1">
        <Link to={`/my-memos/sermons/${id}?edit`} className="control quiet px-2!">
          {t('sermons.edit')}
        </Link>
        <Button look="quiet" className="px-2!" onClick={() => onDuplicate(sermon)}>
          <CopyPlus size={18} strokeWidth={1.8} aria-hidden />
          {t('sermons.duplicate')}
        </Button>
      </div>
    </article>
  )
})

/** The page /my-memos/sermons: all sermons by date or by passage, with a search. */
export const Component = () => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const user = usePerson()
  const { isBack, state: view, setState: setView } = useVisit(user.id, ALL_ITEMS)
  const [order, setOrder] = useState<Order>(keptOrder)
  const some = useMemo(() => withTag(sermonList, view.tag), [view.tag])
  const all = useItemList(user, some, view.query, isBack)
  const list = useRefusedFirst(all, sermonWrites, user.id, view)
  const writeOf = useUnsavedWrites(sermonWrites, user.id)
  const items = useMemo(
    () => (order === 'passage' ? list.items?.toSorted(inOrderOfBible) : list.items),
    [list.items, order],
  )
  const { more, error } = list
  // Sorting by passage needs all sermons, so all pages are fetched. Without their content sermons are short.
  useEffect(() => {
    if (order === 'passage' && !error) more?.()
  }, [order, more, error])

  const duplicate = async (sermon: SermonItem) => {
    try {
      const { content } = sermon.content
        ? sermon
        : (await queryClient.fetchQuery(sermonQuery(user.id, sermon.id))).value
      const now = new Date().toISOString()
      const title = t('sermons.copyOf', { title: sermon.title }).slice(0, SERMON_TITLE_MAX)
      const wanted = { ...sermon, id: newId(), title, ...(content && { content }), created_at: now, updated_at: now }
      pendingWrites.add(sermonWrites, user.id, { base: null, wanted: { ...wanted, revision: 1 } })
      say(t('sermons.duplicated'))
    } catch (failure) {
      say(sayProblem(t, failure) ?? t('sermons.loadFailed'), 'error')
    }
  }
  const choose = (next: Order) => {
    deviceStorage.set(ORDER, next)
    setOrder(next)
  }
  const [ideaId, setIdeaId] = useState(newId)
  return (
    <>
      <Link
        to={`/my-memos/sermons/${ideaId}?new`}
        // Each pointer press gets a new id, so two tabs that are opened from this link begin two sermons.
        onPointerDown={() => setIdeaId(newId())}
        className="control primary mb-4 rounded-full!"
      >
        <Plus size={18} strokeWidth={1.8} aria-hidden />
        {t('sermons.new')}
      </Link>
      <MyItems
        kind={sermonWrites}
        words="sermons"
        isBegunHere
        failed={t('sermons.listFailed')}
        icon={BookOpenCheck}
        list={{ ...list, items }}
        view={view}
        onView={setView}
        filters={{
          onEnd: () => setView(ALL_ITEMS),
          controls: (
            <FilterSelect
              label={t('sermons.sort')}
              value={order}
              onChange={(next) => choose(next === 'passage' ? 'passage' : 'date')}
            >
              <option value="date">{t('sermons.byDate')}</option>
              <option value="passage">{t('sermons.byPassage')}</option>
            </FilterSelect>
          ),
        }}
        card={(sermon) => <SermonCard sermon={sermon} write={writeOf(sermon)} onDuplicate={duplicate} />}
      />
    </>
  )
}
